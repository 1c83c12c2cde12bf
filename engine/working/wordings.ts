import { isForeign } from '../cortex/gate/index.ts';

/**
 * Ways of speaking that tell a further question or a reaction on the same thing ("how long should it", "the
 * soil", "then") from a word on something new ("which wine", "a good", "remind me"): in English, and what
 * says the same in German, French, Spanish and their like. Words are lower case, without marks and
 * apostrophes, one blank apart; `^` is the beginning of the message and `$` its end.
 */
const ways = {
  the: ['the', 'der|das|dem|den|le|les|el|los|las|il|gli|het'],
  a: ['a|an', 'ein|eine|einen|einem|einer|un|une|una|um|uma|een'],
  it: ['it|its', 'es|ihn|lo|ca|cela|eso|het'],
  that: ['that|thats|this|these|those', 'diese|dieser|dieses|ce|cette|ese|esa|esto|questo|quello|isso|dat|deze'],
  that_opens: ['^ (?:(?:oh|ah|well|yeah|ok|ugh|wow|haha|lol) )?(?:that|thats|this|it|its|they|theyre|he|hes|she|shes|those|these)', '^ (?:das|es|er|sie|c est|ca|eso|esto|es que)'],
  they: ['they|theyre|them|their', 'sie|ihnen|ils|elles|ellos|ellas|loro|eles|zij|ze'],
  he: ['he|hes|him|his|she|shes|her', 'er|ihm|ihr|il|elle|lui|ella|lei|ele|ela|hij'],
  then: ['then', 'dann|alors|entonces|allora|entao|dan'],
  so: ['so', 'also|donc|pues|asi|quindi|dus'],
  there: ['there', 'da|dort|ahi|alli|la bas|daar'],
  enough: ['enough', 'genug|reicht|assez|suffit|suficiente|bastante|basta|abbastanza|genoeg'],
  still: ['still', 'noch|encore|toujours|todavia|aun|ancora|ainda|nog'],
  already: ['already', 'schon|bereits|deja|ya|gia|ja'],
  first: ['first', 'zuerst|d abord|primero|prima|primeiro|eerst'],
  too: ['too', 'zu|trop|demasiado|troppo|te'],
  too_ends: ['(?:too|either|as well)(?: (?:now|lately|these days|btw|lol|tho|though))? $', '(?:auch|aussi|tambien|anche|tambem|ook) (?:noch )?$'],
  instead: ['instead|rather', 'stattdessen|plutot|lieber|en vez|au lieu|invece'],
  else: ['else|another|other|others', 'sonst|andere|anderen|autre|autres|otro|otra|otros|altro|altra|outro|outra|ander'],
  also: ['also', 'auch|ausserdem|aussi|tambien|anche|tambem|ook'],
  more: ['more', 'mehr|plus|mas|piu|mais|meer'],
  if: ['if', 'wenn|falls|si|se|als'],
  until: ['until|till', 'bis|jusqu|hasta|fino|ate|tot'],
  exactly: ['exactly', 'genau|exactement|exactamente|esattamente'],
  which: ['which', 'welche|welcher|welches|welchen|quel|quelle|quels|quelles|cual|cuales|quale|quali|qual|quais|welk'],
  what: ['what', 'was|quoi|que|cosa|wat'],
  what_kind: ['what kind|what sort', 'was fur'],
  what_if: ['what if', 'was wenn|und wenn|et si|y si|e se|en als'],
  what_is: ['what is|whats|what are', 'was ist|qu est ce que|que es|cos e|wat is'],
  what_does: ['what does|what do', 'was macht'],
  what_about: ['what about|how about', 'was ist mit|et pour|y para'],
  how: ['how', 'wie|comment|como|come|hoe'],
  how_long: ['how long', 'wie lange|combien de temps|cuanto tiempo|quanto tempo|hoe lang'],
  how_much: ['how much|how many', 'wie viel|wie viele|combien|cuanto|cuanta|cuantos|cuantas|quanto|quanti|quante|hoeveel'],
  how_often: ['how often', 'wie oft|cada cuanto'],
  how_do: ['how do i|how do we|how can i|how can we|how could i|how to|how would i|how should i', 'wie kann ich|wie mache ich|comment faire|como puedo|como se'],
  how_do_you: ['how do you|how did you|how does one|do you know|any idea|any tips|any advice|any thoughts', 'wie macht man|weisst du|tu sais|sabes'],
  how_was: ['how was|how were|how is|hows|how are|howd', 'wie war|wie geht|comment va|como esta|que tal'],
  how_does: ['how does|how did|how do the', 'wie funktioniert|comment fonctionne|como funciona'],
  who: ['who|whos', 'wer|qui|quien|chi|quem|wie'],
  when: ['when|whens', 'wann|quand|cuando|quando|wanneer'],
  where: ['where|wheres', 'wo|ou|donde|dove|onde|waar'],
  why: ['why', 'warum|pourquoi|por que|perche|waarom'],
  should: ['should', 'soll|sollte|sollen|faut il|debo|devo|moet'],
  should_i: ['should i|should we', 'soll ich|sollen wir|dois je|debo|deberia'],
  can: ['can', 'kann|konnen|peut|peux|puedo|puede|posso|kan'],
  can_i: ['can i|can we', 'kann ich|puis je|puedo|posso'],
  can_you: ['can you|could you|would you|will you|please', 'kannst du|konntest du|peux tu|tu peux|puedes|podrias|bitte|por favor'],
  could: ['could', 'konnte|pourrait|podria'],
  would: ['would|id', 'wurde|voudrais|quisiera|gustaria'],
  would_a: ['would it|would that|would this|would they', ''],
  will: ['will|ill', 'wird|werde|vais|voy'],
  is_it: ['is it|is that|does it|does that|was it|did it', 'ist das|ist es|c est|es eso'],
  do_i: ['do i|do we|did i|did we', 'muss ich|dois je|tengo que'],
  do_you: ['do you|did you|have you|are you', 'hast du|bist du|magst du|as tu|tu as|has|tienes|quieres'],
  does: ['does|did|has|have', 'hat|haben|a t il|ha'],
  is: ['is|are', 'ist|sind|est|sont|es|son|e|is er'],
  was: ['was|were|had', 'war|waren|hatte|etait|fue|era'],
  is_there: ['is there|are there', 'gibt es|y a t il|hay|c e'],
  i: ['i', 'ich|j|je|yo|io|eu|ik'],
  im: ['im|i am|ive|i have', 'ich bin|ich habe|ich hab|je suis|j ai|estoy|tengo'],
  i_opens: ['^ (?:i|im|ive|id)', '^ (?:ich|j|je|yo|he|tengo|estoy|necesito|quiero)'],
  my: ['my', 'mein|meine|meinen|mon|ma|mes|mi|mis|mio|mia|meu|minha|mijn'],
  my_opens: ['^ (?:my|our)', '^ (?:mein|meine|unser|unsere|mon|ma|mes|mi|mis|nuestro|nuestra)'],
  we: ['we', 'wir|nous|on|nosotros|noi|nos|wij'],
  our: ['our', 'unser|unsere|notre|nos|nuestro|nuestra|nostro|nosso|onze'],
  you: ['you|your', 'du|dir|dich|dein|deine|tu|te|toi|ti'],
  best: ['best|better', 'beste|besten|besser|meilleur|meilleure|mieux|mejor|migliore|melhor'],
  good: ['good|nice|great', 'gut|gute|guten|bon|bonne|bueno|buena|buen|buono'],
  any: ['any|some', 'irgend'],
  new: ['new', 'neue|neuen|neues|nouveau|nouvelle|nuevo|nueva'],
  recommend: ['recommend|recommendation|suggest|tips|ideas|advice', 'empfiehlst|empfehlen|tipps|conseilles|conseils|recomiendas|consejos'],
  remind: ['remind|remember', 'erinner|erinnere|rappelle|recuerdame|recuerdas'],
  task: ['^ (?:(?:please|can you|could you) )?(?:write|draft|translate|convert|reformat|book|find|call|order|play|set|schedule|calculate|create|summarise|summarize|explain)', 'schreib|ecris|escribe|ubersetze|traduis|traduce'],
  changes: ['^ (?:(?:ok|please|can you|could you|now|and) )*(?:make|add|remove|change|use|try|put|keep|drop|let me|ill)', 'mach|nimm|mets|pon|haz'],
  lets: ['lets|let us', 'lass uns|lassen wir|vamos'],
  need: ['need|want|id like', 'brauche|will|mochte|besoin|veux|necesito|quiero'],
  help: ['help', 'hilf|helfen|aide|aider|ayuda|ayudar'],
  day: ['today|tomorrow|yesterday|tonight|monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend', 'heute|morgen|gestern|demain|hier|manana|ayer|hoy'],
  in: ['in', 'im|dans|en|em'], for: ['for', 'fur|pour|para|per|voor'], of: ['of', 'von|de|du|di'], on: ['on', 'auf|sur|sobre|su|op'], with: ['with', 'mit|avec|con|com|met'],
  to: ['to', 'zum|zur|au|aux|al'], at: ['at', 'um|bei|chez'], or: ['or', 'oder|ou|o|of'], and: ['and', 'und|et|y|e|en'], but: ['but', 'aber|mais|pero|ma|maar'], maybe: ['maybe|probably|perhaps|guess', 'vielleicht|peut etre|quizas|forse'],
  said: ['said|says|say|told|decide|decided|status', 'sagte|gesagt|dit|dijo'],
  cost: ['cost|costs|price', 'kostet|kosten|coute|cuesta|cuestan|costa|custa'],
  own_is: ['i lost|i cant|wont|doesnt|keeps', 'geht nicht|marche pas|no funciona'],
  safe: ['safe|bad for|healthy|dangerous|normal', 'gefahrlich|normal|dangereux|peligroso'],
  name: ['name of|who is|who was|who won|who wrote|who painted|who invented|capital of|square root|how far|how tall|how old|exchange rate|what year', 'hauptstadt|capitale|capital'],
  no: ['no|not|nope|dont|didnt|isnt|wasnt|never|none|nothing', 'nein|nicht|kein|keine|non|pas|no|nada|nao|niet'],
  reacts: ['^ (?:oh|ah|aha|ugh|wow|haha|lol|hmm|hm|ouch|aw|aww|yes|yeah|yep|yup|no|nope|nah|sure|true|right|exactly|great|cool|nice|perfect|thanks|thank|makes|sounds|fair|good|ok|okay|got|fine|done)', '^ (?:ja|nein|genau|stimmt|gut|super|danke|oui|non|ok|merci|si|no|vale|gracias|claro)'],
  greets: ['^ (?:hey|hi|hello|yo)', '^ (?:hallo|salut|hola|ciao)'],
  // Announcements: leaving, moving along.
  leaves: ['unrelated|unrelatedly|off topic|random|different (?:question|topic|subject|note|thing)|(?:change|changing|switch|switching|new|another|other) (?:of )?(?:the |to )?(?:a )?(?:topic|topics|subject|subjects|gears)|(?:completely|totally|entirely) (?:different|unrelated)|something (?:else|different|completely)|nothing to do with|out of (?:nowhere|the blue)|pausing|moving on|enough about|enough of|forget (?:that|it|about)|never mind|nevermind|before i forget|in other news|quick question', 'anderes thema|themenwechsel|was (?:ganz )?anderes|etwas (?:ganz )?anderes|andere frage|changeons de sujet|autre (?:chose|sujet|question)|rien a voir|cambiando de tema|otro tema|otra cosa|nada que ver|mudando de assunto|cambiando argomento'],
  by_the_way: ['by the way|btw|anyway|anyways|anyhow|incidentally|oh and|oh also|reminds me|that reminds|just remembered|speaking of which', 'ubrigens|apropos|nebenbei|au fait|a propos|sinon|por cierto|a proposito|trouwens'],
  along: ['speaking of|talking of|while (?:were|we are|im|i am|youre|you are|you were|i was)|on (?:that|the|another|a related) [a-z]* ?note|on the subject|on the topic|in the same|similar|related|as for|in addition|besides|apart from|aside from|other than|another thing|one more|next (?:step|up|time|thing)|same goes|when it comes to|on top of', 'wo wir gerade|apropos|was [a-z]+ angeht|en parlant de|quant a|du coup|hablando de|ya que|en cuanto a|zudem'],
  thinking: ['(?:im|i am|was|ive been|been|were|are) (?:also )?(?:thinking|wondering|considering|planning|looking|trying|hoping)|thought about|i wonder|wondering|might|id love|would love|also (?:need|want|have|been)', 'uberlege|frage mich|me demande|je pense|estoy pensando|me pregunto'],
  later: ['next|after|afterwards|once|eventually|now i|now we', 'danach|nachher|jetzt|apres|maintenant|despues|ahora|luego'],
  compares: ['compared|versus|vs|than|difference|like a|similar to|same as', 'als|verglichen|plutot que|comparado|diferencia|unterschied'],
} as const;

export type Wording = keyof typeof ways;
export const WORDINGS = Object.keys(ways) as readonly Wording[];

const patternOf = (way: string): RegExp | null => (way === '' ? null : new RegExp(`${way.startsWith('^') ? way : ` (?:${way})`}(?: |$)`, 'u'));
const english = WORDINGS.map((name) => patternOf(ways[name][0]));
const others = WORDINGS.map((name) => patternOf(ways[name][1]));

/** A message says in its first words what it asks. */
const MOST_CHARS = 400;

/** The ways of speaking in a message; read in its first {@link MOST_CHARS} characters. */
export function wordingsOf(text: string): Wording[] {
  const start = text.slice(0, MOST_CHARS);
  const words = start.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss').match(/\p{L}+(?:['’]\p{L}+)*|\p{N}+/gu) ?? [];
  const foreign = isForeign(start);
  const plain = ` ${words.join(' ').replace(/['’]/g, foreign ? ' ' : '')} `;
  return WORDINGS.filter((_, i) => (foreign ? others : english)[i]?.test(plain));
}

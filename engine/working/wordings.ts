/**
 * Ways of asking that tell a further question on the same thing ("how long should it", "the soil", "then")
 * from one on something new ("which wine", "a good", "remind me"); each over several languages.
 * Words are lower case, without marks and apostrophes, one blank apart.
 */
const ways = {
  the: 'the|der|das|dem|den|le|les|el|los|las|il|gli|het',
  a: 'a|an|ein|eine|einen|einem|einer|un|une|una|um|uma|een',
  it: 'it|its|es|ihn|lo|ca|cela|eso|het',
  that: 'that|thats|this|these|those|diese|dieser|dieses|ce|cette|ese|esa|esto|questo|quello|isso|dat|deze',
  they: 'they|them|their|sie|ihnen|ils|elles|ellos|ellas|loro|eles|zij|ze',
  he: 'he|him|his|she|her|er|ihm|ihr|il|elle|lui|ella|lei|ele|ela|hij',
  then: 'then|dann|alors|entonces|allora|entao|dan',
  so: 'so|also|donc|pues|asi|quindi|dus',
  there: 'there|da|dort|ahi|alli|la bas|daar',
  enough: 'enough|genug|reicht|assez|suffit|suficiente|bastante|basta|abbastanza|genoeg',
  still: 'still|noch|encore|toujours|todavia|aun|ancora|ainda|nog',
  already: 'already|schon|bereits|deja|ya|gia|ja',
  first: 'first|zuerst|d abord|primero|prima|primeiro|eerst',
  too: 'too|zu|trop|demasiado|troppo|te',
  instead: 'instead|stattdessen|plutot|rather|lieber',
  else: 'else|another|other|others|sonst|autre|autres|otro|otra|altro|outro|ander',
  also: 'also|auch|aussi|tambien|anche|tambem|ook',
  more: 'more|mehr|plus|mas|piu|mais|meer',
  if: 'if|wenn|falls|si|se|als',
  until: 'until|till|bis|jusqu|hasta|fino|ate|tot',
  exactly: 'exactly|genau|exactement|exactamente|esattamente',
  which: 'which|welche|welcher|welches|welchen|quel|quelle|quels|quelles|cual|cuales|quale|quali|qual|quais|welk',
  what: 'what|was|quoi|que|cosa|wat', what_kind: 'what kind|what sort|was fur', what_if: 'what if|was wenn|und wenn|et si|y si|e se|en als', what_is: 'what is|whats|what are|was ist|qu est ce que|que es|cos e|wat is', what_does: 'what does|what do|was macht', what_about: 'what about|how about|was ist mit|et pour|y para',
  how: 'how|wie|comment|como|come|hoe', how_long: 'how long|wie lange|combien de temps|cuanto tiempo|quanto tempo|hoe lang', how_much: 'how much|how many|wie viel|wie viele|combien|cuanto|cuanta|cuantos|cuantas|quanto|quanti|quante|hoeveel', how_often: 'how often|wie oft|cada cuanto',
  how_do: 'how do i|how do we|how can i|how can we|how could i|how to|wie kann ich|wie mache ich|comment faire|como puedo|como se', how_does: 'how does|how do the|how did', who: 'who|wer|qui|quien|chi|quem|wie', when: 'when|wann|quand|cuando|quando|wanneer', where: 'where|wo|ou|donde|dove|onde|waar', why: 'why|warum|pourquoi|por que|perche|waarom',
  should: 'should|soll|sollte|sollen|faut il|debo|devo|moet', should_i: 'should i|should we', can: 'can|kann|konnen|peut|peux|puedo|puede|posso|kan', can_i: 'can i|can we|kann ich|puis je|puedo|posso', could: 'could|konnte|pourrait|podria', would: 'would|wurde', would_a: 'would a|would it|would that|would this', will: 'will|wird', is_it: 'is it|is that|does it|does that|ist das|ist es|c est|es eso',
  do_i: 'do i|do we|did i|did we|muss ich', does: 'does|did|has|have|hat|haben', is: 'is|are|ist|sind|est|sont|es|son|e|is er', is_there: 'is there|are there|gibt es|y a t il|hay|c e',
  i: 'i|ich|je|yo|io|eu|ik', my: 'my|mein|meine|meinen|mon|ma|mes|mi|mis|mio|mia|meu|minha|mijn', we: 'we|wir|nous|on|nosotros|noi|nos|wij', our: 'our|unser|unsere|notre|nos|nuestro|nuestra|nostro|nosso|onze', you: 'you|your|du|tu',
  best: 'best|beste|besten|meilleur|meilleure|mejor|migliore|melhor', good: 'good|nice|great|gut|gute|guten|bon|bonne|bueno|buena|buono', any: 'any|some|irgend', new: 'new|neue|neuen|nouveau|nouvelle|nuevo|nueva',
  recommend: 'recommend|recommendation|suggest|empfiehlst|conseilles|recomiendas', remind: 'remind|remember', task: 'write|draft|translate|convert|reformat|add|book|fix|show|find|call|order|play|set|schreib|ecris|escribe', lets: 'lets|let us', need: 'need|want|id like|brauche|will', help: 'help|hilf',
  day: 'today|tomorrow|yesterday|tonight|monday|tuesday|wednesday|thursday|friday|saturday|sunday|heute|morgen|gestern|demain|hier|manana|ayer',
  in: 'in|im|dans|en|em', for: 'for|fur|pour|para|per|voor', of: 'of|von|de|du|di', on: 'on|auf|sur|sobre|su|op', with: 'with|mit|avec|con|com|met', to: 'to|zum|zur|au|aux|al', at: 'at|um|bei|chez', or: 'or|oder|ou|o|of', and: 'and|und|et|y|e|en', but: 'but|aber|mais|pero|ma|maar', maybe: 'maybe|vielleicht|peut etre|quizas|forse',
  said: 'said|say|told|decide|decided|status|state of', cost: 'cost|costs|price|kostet|coute|cuesta|costa|custa', own_is: 'my|i lost|i cant|wont|doesnt',
  safe: 'safe|bad for|healthy|dangerous|normal', name: 'name of|who is|who was|who won|capital of|square root|how far|how tall|how old|exchange rate',
} as const;

export type Wording = keyof typeof ways;
export const WORDINGS = Object.keys(ways) as readonly Wording[];
const patterns = WORDINGS.map((name) => new RegExp(` (?:${ways[name]}) `, 'u'));

/** A message says in its first words what it asks. */
const MOST_CHARS = 400;

/** The ways of asking in a message; read in its first {@link MOST_CHARS} characters. */
export function wordingsOf(text: string): Wording[] {
  const words = text.slice(0, MOST_CHARS).normalize('NFD').replace(/[\p{M}'’]/gu, '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const plain = ` ${words.join(' ')} `;
  return WORDINGS.filter((_, i) => patterns[i]!.test(plain));
}

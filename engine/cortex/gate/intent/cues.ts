import type { Intent } from './intents.ts';

/** A pattern over the plain words of a message that speaks for an intent. */
export interface Cue {
  intent: Intent;
  weight: number;
  pattern: RegExp;
}

/** A sign that decides, one that usually decides, one that leans, one that tips the scales. */
const SURE = 4;
const STRONG = 3;
const FAIR = 2;
const SLIGHT = 1;

/** Matches one of the alternatives as whole words of ` plain text `. */
const words = (...alternatives: string[]): RegExp => new RegExp(` (?:${alternatives.join('|')})(?= )`, 'u');
const LEAD = '(?:(?:lets|let us|now|then|yo|ugh|hm|hmm|actually|sorry|quick question|and|so|but|hey|hi|hello|ok|okay|well|please|thanks|kindly|bro|wait|und|y|et|also) )*';
const opening = (...alternatives: string[]): RegExp => new RegExp(`^ ${LEAD}(?:${alternatives.join('|')})(?= )`, 'u');
const cues = (intent: Intent, rows: readonly (readonly [weight: number, pattern: RegExp])[]): Cue[] => rows.map(([weight, pattern]) => ({ intent, weight, pattern }));

/** Adjectives people compare by; `[a-z]+er` alone would take in `number` and `dinner`. */
const COMPARED = `better worse cheaper dearer faster slower quicker older younger bigger smaller larger longer shorter closer nearer farther further higher lower
 warmer colder hotter nicer easier harder healthier safer quieter louder stronger weaker heavier lighter taller richer poorer newer brighter darker wider narrower
 thicker thinner sweeter happier busier cleaner stricter friendlier kinder smarter fitter`.trim().split(/\s+/).join('|');
const MOST_OF_ALL = `best worst cheapest fastest slowest quickest oldest youngest biggest smallest largest longest shortest closest nearest farthest highest lowest
 warmest coldest hottest nicest easiest hardest healthiest safest quietest loudest strongest heaviest lightest tallest newest dearest`.trim().split(/\s+/).join('|');
const GERMAN_COMPARED = 'besser|schlechter|billiger|gunstiger|teurer|schneller|langsamer|alter|junger|grosser|kleiner|naher|hoher|niedriger|warmer|kalter|langer|kurzer|leichter|schwerer|lieber|gesunder|schoner|netter|starker|mehr|weniger';
const DUTCH_COMPARED = 'beter|slechter|goedkoper|duurder|sneller|langzamer|groter|kleiner|ouder|jonger|dichter|hoger|lager|warmer|kouder|langer|korter|liever|gezonder|mooier|meer|minder';

const CAUSAL = cues('causal', [
  [SURE, words('wh+y+[ds]?', 'how come', 'warum', 'wieso', 'weshalb', 'weswegen', 'pourquoi', 'perche', 'come mai', 'waarom', 'porque e que')],
  [SURE, opening('y (?:did|do|does|is|are|was|were)', 'por que', 'por qual', 'what for', 'wozu', 'wofur', 'para que', 'pour quoi', 'a cosa serve', 'for what (?:reason|purpose)')],
  [SURE, words('how (?:is|was) it that', 'how did it come', 'how could (?:[a-z]+ ){1,4}(?:get|happen|be|have|go|break|fail)', 'what (?:brought|brings) (?:it |that |this )?(?:on|about)', 'wie kommt es', 'wie kam es', 'hoe komt het', 'hoe kwam het', 'a que se debe', 'a cause de', 'woran (?:liegt|lag) (?:es|das)', 'aus welchem grund', 'por que (?:motivo|razon|razao)', 'om welke reden')],
  [STRONG, words('reasons?', 'root cause', '(?:the )?causes? (?:of|for|behind)', 'what (?:was |is |were )?(?:the )?(?:thing |thing that |it that )?(?:caused|causes|made|makes|led|broke|triggered|triggers|drove|stopped)', 'explanations?', 'explains', 'reasoning', 'rationale', 'justification', 'thinking behind', 'blame', 'how so', 'due to what', 'on what grounds', 'what happened (?:that|so)', 'made (?:me|us|him|her|them|it)', 'motives?',
    'because of (?:what|whom|who|which)', 'led to', 'was it that', 'whats? (?:is |was )?behind', 'what(?:s| is| was) wrong (?:with|that)', 'what went wrong', 'whats to blame', 'to blame', 'responsible for', 'grund', 'grunde', 'ursache', 'motivo', 'motivi', 'razon', 'raison', 'motif', 'reden', 'oorzaak', 'razao', 'causa')],
]);

const COMPARATIVE = cues('comparative', [
  [SURE, words('vs', 'versus', 'compar(?:e[sd]?|ing|ison|isons|able|ar|aison|er|ez|ado|ada|acion)', 'differ[a-z]*', 'contrast', 'unterschied[a-z]*', 'unterscheid[a-z]*', 'diferenci[a-z]*', 'diferenc[a-z]*', 'diferentes?', 'differenz[a-z]*', 'verschil[a-z]*', 'vergleich[a-z]*', 'vergelijk[a-z]*', 'confront[a-z]*', 'pros and cons', 'similar[a-z]*', 'in common',
    'than', 'as [a-z]+ as', 'equally', 'stacks? up', 'measures? up', 'outperform[a-z]*', 'rank(?:ing)?', 'tell apart', 'advantages?', 'disadvantages?', 'vorteile', 'ventajas', 'avantages', 'vantaggi', 'vantagens', 'voordelen')],
  [STRONG, words(COMPARED, '(?:more|less) (?:expensive|comfortable|often|useful|difficult|interesting|reliable|important|convenient|dangerous|fun|holidays|money|time)', 'had (?:more|less|fewer)', 'has (?:more|less|fewer)', 'have (?:more|less|fewer)', 'earns? (?:more|less)', 'spend (?:more|less)',
    `(?:${GERMAN_COMPARED})(?: [a-z]+){0,3} (?:als|oder|der|die|das)`, '(?:war|ist|sind|waren|hat|hatte) (?:der|die|das) (?:[a-z]+ )?[a-z]{3,}ere[nrs]?', '(?:war|ist|sind|waren|lauft|kostet|was|wer) (?:teurer|billiger|besser|schneller|alter|grosser|gunstiger|naher)', `(?:${DUTCH_COMPARED})`,
    'mejor', 'peor', 'mayor', 'mieux', 'meilleure?s?', 'pire', 'meglio', 'migliore', 'peggio', 'melhor', 'pior', '(?:mas|menos|piu|meno|mais|plus|moins) (?!de |que |tard|tarde|tardi|jamais|do |sobre |alla )[a-z]{3,}',
    '(?:of|from|between) (?:the|my|our|these|those|both) (?:two|three|four)', '(?:de|des|dos|delle|dei|von|van) (?:los |las |as |os |den |de )?(?:dos|deux|dois|duas|due|beiden|zwei|twee)')],
  [FAIR, words(`(?:which|who|what|where|how)(?: [a-z]+){0,6} (?:${MOST_OF_ALL}|the most|the least)`, `(?:the )?(?:${MOST_OF_ALL}) of`, 'prefer [a-z ]{2,30}(?:over|to|or)', 'or the other', '(?:the|my|our) [a-z]+ or (?:the|my|our) [a-z]+', 'should i [a-z ]{2,40} or', '(?:more|less|most|least)(?= $)', 'the same [a-z]+', '(?:mas|menos|piu|meno|mais|plus|moins|more|less|mehr|weniger|meer|minder) (?:[a-z]+ ){1,4}(?:o|or|ou|oder|of)', 'both', 'either', 'rather')],
  [SLIGHT, words('or', 'oder', 'ou', 'ofwel')],
]);

const PROCEDURAL = cues('procedural', [
  [STRONG, words('how (?:do|to|can|should|must|does|would|could|might)', 'how did (?:i|we|you|he|she|they|grandma|grandpa)', 'how(?:s| is| are| was| were| gets?)(?: [a-z]+){1,4} (?:done|made|cleaned|restored|built|set up|installed|fixed|used|filled|opened|switched|reset|changed|cooked|baked|removed|started|configured|deployed|renewed|switched off|switched on)', 'how(?:s| is| are) (?:the |a |our |my )?[a-z]+(?: [a-z]+)? (?:[a-z]{3,}ed|fed|kept|cut|put|set|grown|drawn|written|sewn|worn|hung|sent|paid|held|dealt)(?= $)')],
  [STRONG, / (?:how|explain) $/u],
  [STRONG, words('how (?:is|are|was|were) [a-z ]{2,40} (?:supposed|meant) to')],
  [STRONG, words('(?:remind|show|teach|tell|explain|explain to) me how', '(?:explain|know|forgot|remember|describe|showing) how', 'step by step', 'steps?', 'recipe', 'instructions?', 'guide me', 'walk me through', 'teach me', 'procedures?', 'tutorial', 'the drill', 'workflow', '(?:our|the|my|usual|normal) (?:process|routine|way)(?: (?:for|of|to|with))?',
    '(?:the|best|right|proper|correct|easiest|quickest|a) (?:way|method) (?:to|of)', '(?:best|right|proper|correct) (?:way|method)', '(?:usual|normal|standard) (?:way|procedure|process)', 'method (?:to|for|of)', 'the trick', 'what do (?:i|we) (?:need to do|have to do|press|click|type|run) (?:before|to|for|when|in|after)?', '(?:what|which) (?:order|buttons?|settings?|tools?) (?:do|for|to|should)', 'commands?', 'how-?to', 'help me (?:set up|install|fix|configure|repair|reset)', 'which buttons?')],
  [STRONG, words('wie (?:setz|start|mach|stell|kann|kriege?|bekomm|installier|funktionier|back|koch|geht|ging|repari|wechsel|benutz|lad|schalt|putz|reinig|richt|bedien|verwend|offne)[a-z]*', 'wie [a-z]+e (?:ich|wir)', 'wie (?:wird|werden)', 'anleitung', 'rezept', 'schritte', 'como (?:se (?!llam|cham)[a-z]+|hago|hace|hacer|configuro|puedo|puede|funciona|faco|posso|fazer|instalo|reinicio|cambio|limpio)', 'como (?!cuando|tal|va|esta|estas|estoy|vai)[a-z]{3,}(?:o|amos|emos) (?:el|la|los|las|un|una|o|a|os|as|um|uma|mi|mis|meu|minha)', 'receta', 'receita', 'pasos', 'passos', 'instrucciones', 'instrucoes',
    'comment (?:faire|on|je|est ce qu|puis|peut|fait|marche|fonctionne|ca marche)', 'recette', 'marche a suivre', 'mode d emploi', 'come (?:si (?!chiam)[a-z]+|faccio|fai|posso|fare|devo|funziona)', 'come (?!mai|sta|va)[a-z]{3,}o (?:il|la|lo|i|gli|le|un|una|l|mio|mia)', 'hoe [a-z]+ (?:ik|we|wij|je)', 'comment [a-z]+er', 'ricetta', 'istruzioni', 'hoe (?:stel|maak|kan|moet|doe|zet|werkt|bak|kook|reset|installeer|krijg|gebruik|repareer)', 'recept', 'stappen', 'handleiding')],
  [FAIR, words('recipes', 'how (?!do |to |can |should |must |does |would |could |might |much |many |old |long |often |far |big |tall |heavy |soon |late |early |come |about |is |are |s |was |were |has |have |had |did |fast |high |good |well |wide |deep |hot |cold |close |similar |recently |large |small |expensive |likely |bad )[a-z]+', 'how did it go', '(?:want|need|trying) to (?:bake|cook|fix|repair|install|set up|reset|bleed|clean|change|remove|build)')],
  [STRONG, /^ (?:and )?(?:how|comment|wie|como|come|hoe) $/u],
]);

const TEMPORAL = cues('temporal', [
  [STRONG, opening('when', 'whens', 'wann', 'cuando', 'quand', 'quando', 'wanneer')],
  [STRONG, words('(?:know|me|remember|and|sure|exactly|say|said|idea|while) (?:when|wann|cuando|quand|quando|wanneer)', 'when (?:was|is|were) (?:it|that|this|the (?:first|last|next))')],
  [STRONG, words('since when', '(?:at |by )?(?:what|which) (?:time|year|day|month|hour|date|week)', 'in (?:what|which) (?:year|month)', 'dates? of', 'the day (?:we|i|she|he|they)', 'for how long', 'how (?:long|often|soon|recently|late|early)', 'by when', 'until when', 'deadlines?', 'timeline', 'latest', 'most recent', 'recent', 'recently', 'lately', '(?:i|we) last', '(?:last|first|next) (?:time|appointment|visit)',
    '(?:did|have) (?:i|we) first', 'since (?:i|we|the|last|my|[a-z]+ing)', 'what age', 'the last (?:thing|time)', 'over time', 'over the (?:years|months|weeks)', 'due', 'scheduled?', 'calendar', 'coming up', 'upcoming', 'whats on', 'anything planned', 'how old (?:was|were)', 'as a (?:kid|child|student|teenager)', 'used? to')],
  [SURE, words('how many (?:days|weeks|months|years|hours|times|minutes)(?! off| holiday| vacation)', 'how long ago', 'how (?:has|have) [a-z ]{2,60} (?:changed?|evolved?|developed?|progress(?:ed)?|gone)', 'how did [a-z ]{2,60} (?:change|evolve|develop|progress)')],
  [STRONG, words('seit wann', 'wie lange', 'wie oft', 'wie spat', 'zuletzt', 'neulich', 'kurzlich', '(?:letzte|erste|nachste) mal', 'um wie ?viel uhr', '(?:welcher|welchem|welchen) (?:tag|monat|jahr)', 'termin', 'desde cuando', 'desde hace', 'cuanto tiempo', 'hace cuanto', 'cuanto hace', '(?:ultima|primera|primeira|prima|proxima|prossima) (?:vez|volta)', 'a que horas?', 'que (?:dia|hora|horas|mes|ano)', 'em que (?:dia|ano|mes)',
    'depuis (?:quand|combien)', 'combien de (?:temps|jours|mois|fois)', '(?:derniere|premiere|prochaine) fois', 'quelle (?:heure|date|annee)', 'quel (?:jour|mois)', 'da quanto', 'ha quanto tempo', 'a che ora', 'che (?:ora|giorno|anno)', 'ultima volta', 'sinds wanneer', 'hoe (?:lang|vaak|laat)', '(?:laatste|eerste|volgende) keer', 'welke dag', 'onlangs')],
  [FAIR, words('before (?:i|we|she|he)', 'after (?:i|we|she|he)', 'back when', 'evolv[a-z]*', 'changed', 'change', 'developed', 'progress', 'history of', 'expires?', 'birthday', 'anniversary', 'agenda', 'a while', 'till', 'until', 'appointments?', 'when it (?:was|is)')],
  [SLIGHT, words('already', 'when', 'wann', 'cuando', 'quand', 'quando', 'wanneer')],
]);

const ENTITY = cues('entity-focused', [
  [STRONG, words('(?:story|deal) with', 'profile of', 'remind me who', 'whos who', 'biography of', '(?:what|which) (?:sort|kind|type) of (?:person|man|woman|guy|company)')],
]);

const EXPLORATORY = cues('exploratory', [
  [STRONG, words('what do (?:i|we) (?:know|have(?! to))', 'what have (?:i|we)', 'do (?:i|we) know about', 'what can you tell me', 'overview', 'summar[a-z]*', 'recap', 'wrap up', 'big picture', 'brainstorm[a-z]*', 'ideas?', 'inspiration', 'suggest[a-z]*', 'recommend[a-z]*', 'my notes', 'our notes', 'the notes', 'field notes', 'everything', 'all open', 'list (?:all|every)', 'what topics', 'whats new', 'how(?:s| is| are) (?!it that )(?:the|my|our|it|things|your|[a-z]+(?= $)|[a-z]+ doing)', 'tell me (?:something|about|more)',
    'catch me up', 'where do (?:i|we) stand', 'come up with', 'prep me', 'thoughts on', 'my thoughts', 'names? for', 'what would be (?:a )?(?:nice|good|great|fun)', 'would (?:suit|fit)', 'would (?:i|we|they|he|she) (?:like|enjoy|love)', 'what (?:do you think|should (?:i|we))', 'interested in', 'hobbies', '(?:music|films|books|stuff) am i into',
    'anything (?:useful|good|new|interesting|worth|on|about|from|i should)', 'got anything', 'whats interesting', 'some background', 'looking for', 'in the mood', 'put together', 'go through', 'pull out', 'what might', 'what would [a-z]+ (?:think|say|like|do|want|prefer)', 'sum up', 'improved?', 'advice', 'tips', 'help with')],
  [STRONG, words('was weiss ich', 'was wissen wir', 'was habe? ich (?:zu|uber)', 'ideen', 'uberblick', 'que se', 'que sabemos', 'que tengo', 'apuntado', 'qu est ce qu on (?:a|sait)', 'ce qu on sait', 'idees', 'idee', 'cosa so', 'cosa sappiamo', 'o que (?:sei|sabemos)', 'ideias', 'wat weet ik', 'wat weten we', 'ideeen', 'erzahl mir (?:was|etwas)', '(?:ich|wir) (?:such|brauch)[a-z]*', 'je cherche', 'busco', 'necesito', 'cerco', 'procuro', 'ik zoek', 'preciso', 'was (?:soll|konnte|konnten) (?:ich|wir)', 'aide moi', 'hilf mir', 'ayudame', 'aiutami', 'ajuda me')],
  [FAIR, opening('(?:can you |could you |please )*(?:help|write|draft|plan|compose|prepare|make|create|design|generate|propose|suggest|recommend|entertain|schreib|entwirf|schlag|escribe|escribeme|propon|ecris|redige|scrivi|proponi|escreve|schrijf|stel)')],
  [FAIR, words('what (?:sort|kind|kinds) of', 'what are my', 'what am i', 'thinking (?:of|about|out)', '(?:i|we) (?:want|need) (?:to|a|an|some)', 'not sure what', 'i would enjoy', 'id like (?:to|some|a|an)', 'could i', 'could use', 'what else', 'we usually', 'what could', 'no clue', 'into')],
]);

const LOOKUP = cues('lookup', [
  [SLIGHT, opening('(?:(?:in|on|at|to|from|for|with|by|about|under|mit|von|auf|de|en|con|avec|da|di|com|met|op|a) )?(?:who|whos|whose|whom|what|whats|waht|where|wheres|which|wer|wo|was|welche[rsnm]?|wie|wieviel|que|cual|cuales|quien|donde|cuanto|quel|quelle|quels|ou|qui|combien|come|chi|dove|quale|qual|quanto|cosa|quem|onde|o que|wat|waar|welke?|hoeveel)', 'how (?:much|many|old|big|far|tall)', 'is', 'are', 'am', 'do', 'does', 'did', 'has', 'have', 'can')],
  [STRONG, words('how (?:much|many(?! days(?! off)| weeks| months| years| hours| times| minutes)|big|far|tall|heavy)', 'forgot', 'cant (?:remember|find)', 'the name of', 'names? of', 'whats (?:the|my|our) (?:name|code|number|address|title|model|budget|pin|email)', '(?:called|named) $', 'what size', 'remind me of', 'look up', 'combo', 'surname', 'reference', 'serial', 'i (?:would like|need|want) the', 'id like the', '(?:whats|what is|whos|wheres) (?:his|her|its|their)', 'tell me my', 'give me the', 'inform me (?:which|what|where)', 'what was it $', 'link to',
    'wie heisst', 'wie hiess', 'como se (?:llama|chama)[a-z]*', 'si chiama', 's appell?e', 'hoe heet', '(?:me )?recuerdas', 'souviens', 'ricordi', 'lembras', 'weisst du noch', 'weet je nog')],
  [FAIR, words('how old (?:is|are|am)', 'called', 'named', 'number', 'address', 'password', 'code', 'pin', '(?:where|who|whose) (?:is|was|are|were|did|do|does|am) (?:it|i|the|my|our)')],
  [SLIGHT, words('(?:what|which) (?:is|was|are|were|did|do|does|am) (?:it|i|the|my|our|we)', '(?:what|which|where) (?:i|we|my)')],
]);

/**
 * English first; German, Spanish, French, Italian, Portuguese and Dutch with the forms that carry a
 * question. Words are without marks: `pourquoi`, `por que`, `perche`.
 */
export const CUES: readonly Cue[] = [...CAUSAL, ...COMPARATIVE, ...PROCEDURAL, ...TEMPORAL, ...ENTITY, ...EXPLORATORY, ...LOOKUP];

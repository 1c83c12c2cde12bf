const set = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Words that only keep a conversation going; a message of nothing else needs no memory. */
export const SMALL_TALK = set(`
 hi hello hey hallo hola ciao yo hiya heya howdy hej salut coucou bonjour bonsoir buongiorno buonasera salve ola oi hoi dag moin servus tach gruezi
 thanks thank thx thanx tx ty tysm cheers danke dankeschon vielen gracias muchas mil merci beaucoup grazie mille tante obrigado obrigada muito dank bedankt
 ok okay okey oki okie k kk alright alrighty right cool nice great good fine perfect awesome amazing wonderful lovely brilliant super excellent sweet neat
 prima klasse toll gut genau passt geht alles klar bien bueno buena buenas buenos vale perfecto genial claro guay parfait daccord accord d ca marche va bene perfetto bom boa perfeito otimo
 tudo bem goed prima top leuk oke zeker mooi
 morning evening night afternoon day guten morgen abend tag nacht dias tardes noches notte sera giorno dia tarde noite goedemorgen goedenavond goedenacht
 bye goodbye cya later see you tschuss adios hasta luego revoir arrivederci tchau ate logo doei tot ziens
 please bitte prego alsjeblieft de nada rien you're youre welcome worries problem
 yes no yep yup yeah yea ya nope nah sure ja nein jo jep doch si oui non sim nao nee jawohl
 lol lmao rofl haha hahaha hahahaha hehe hihi xd jaja jajaja mdr kkk rsrs
 wow whoa oh ah aha hm hmm hmmm mhm uh uhm um huh oops yay ugh phew well so and then that's thats it a lot very much really indeed exactly totally
 np nvm never mind fair enough got gotcha understood makes sense sounds helped helps was funny for now all everyone everybody there zusammen folks guys again friend oh sorry noted roger hear kindly ha point gute guten mate buddy dude bro man dear pal roger brb gtg ttyl afk test testing works love fast quick excuse apologies copy deal
 verstehe ach achso vielmals stimmt dankjewel dankuwel gern schon entendido compris capito begrepen begrijp
 done well job nice one best the are best your the awesome too same here to meet dir ihnen u je jullie wel te et
`);

/** Small talk made of ordinary words. Whole messages over plain words. */
export const PLEASANTRIES = new RegExp(`^ (?:(?:hi|hello|hey|hallo|hola|ciao|yo|ok|okay|salut|ola|hoi|and) )*(?:${[
  'yo', 'how are (?:you|things|ya)(?: (?:doing|today|doing today))?', 'hows it going', 'how is it going', 'how do you do', 'whats (?:up|good|new|new with you)', 'what is up', 'sup', 'you there', 'are you there', 'long time no see',
  'i see', 'i understand', 'gotta go', 'got to go', 'i have to go', 'will do', '(?:that|this|it) (?:was|is|s)? ?(?:very |so |really )?(?:fast|quick|great|helpful|funny|all|good|nice|perfect|works|helps|helped)', 'that works(?: for me)?', 'works for me', 'love (?:it|that)', 'you rock', 'you too', 'same to you', 'good one', 'no problem(?: at all)?', 'my bad', 'oh no', 'take care', 'talk soon', 'have fun', 'good to know', 'hab verstanden', 'hasta (?:manana|luego|pronto)', 'a demain', 'a domani', 'ate amanha', 'tot morgen', 'bis (?:morgen|dann|spater)', 'until tomorrow', 'this is a test', 'good to know', 'thats (?:all|it|right|true|great|good|funny|nice)(?: for now)?', 'see you (?:later|soon|tomorrow|around)?', 'talk (?:to you )?(?:later|soon|tomorrow)', 'good stuff', '(?:i )?hope (?:you|all|that|it)(?:s| is| are| re)?(?: all)? (?:well|good|fine|helps)', 'hope youre (?:well|good|fine|ok)', 'have a (?:nice|good|great) (?:day|evening|weekend|night)',
  'its (?:ok|okay|fine|alright)', 'im (?:good|fine|ok|okay|done)(?: thanks)?', 'thank you so much', 'i appreciate it', 'much appreciated', 'nothing(?: else)?', 'forget it', 'not now', 'no need', 'got it(?: thanks)?',
  'wie gehts(?: dir)?', 'wie geht es dir', 'na', '(?:schonen?|einen schonen) (?:tag|abend|feierabend)(?: noch)?', 'bonne (?:soiree|journee|nuit)', 'buena (?:tarde|noche|suerte)', 'buona (?:giornata|serata|notte)', 'boa (?:noite|tarde|sorte)', 'fijne (?:dag|avond)', 'que tal', 'como estas', 'como va', 'ca va', 'comment (?:ca va|vas tu|allez vous)', 'come stai', 'come va', 'tudo bem', 'como vai', 'hoe gaat het', 'alles goed',
].join('|')})(?: (?:thanks|danke|gracias|merci|grazie|obrigado|bedankt|then|today|mate|friend|buddy|there|so))* $`, 'u');

/** Thanks with what they are for. */
export const THANKS = /^ (?:(?:ok|oh|great|perfect|super|ah|cool|nice|well) )*(?:thanks|thank you|thx|thanx|ty|tysm|cheers|danke|vielen dank|gracias|merci|grazie|obrigad[oa]|bedankt|dank je)(?: (?:so much|very much|a lot|again|schon|sehr|dir|beaucoup|mille|muito))?(?: (?:for|fur|por|pour|per|pel[oa]|voor)(?: [a-z]+){1,5})? $/u;

/** Words that steer the answer at hand: it is in the conversation, not in memory. */
export const STEERING = new RegExp(`^ (?:(?:ok|okay|please|now|and|just|can you|could you|no|yes|bitte|por favor) )*(?:${[
  'continue', 'go on', 'keep going', 'carry on', 'proceed', 'next', 'stop', 'wait', 'pause', 'cancel', 'try again', 'once more', 'one more time', 'again', 'redo', 'repeat', 'repeat (?:that|it)', 'say (?:that|it) again', 'start over', 'undo',
  '(?:make it )?(?:much |a bit |a little )?(?:shorter|longer|simpler|clearer|funnier|more formal|less formal|friendlier|nicer)', 'in (?:english|german|spanish|french|italian|portuguese|dutch)', 'translate (?:it|that|this)(?: (?:to|into) [a-z]+)?',
  'as a (?:list|table)', 'rewrite (?:it|that|this)', 'rephrase(?: (?:it|that|this))?', 'weiter', 'nochmal', 'noch einmal', 'kurzer', 'sigue', 'continua', 'otra vez', 'mas corto', 'encore', 'continue s il te plait', 'plus court', 'ancora', 'continua', 'piu corto', 'de novo', 'mais curto', 'ga door', 'nog een keer', 'korter',
].join('|')})(?: (?:please|thanks|again|now|bitte|por favor|grazie|alsjeblieft))* $`, 'u');

/** Words of consent; to a question they mean that what it offered is wanted. */
export const CONSENT = set('yes yeah yea yep yup sure ok okay please ja jo gerne klar bitte si claro vale favor por oui d accord certo sim zeker graag do it go ahead absolutely definitely of course that would be great');

/** Words that point at something without naming it, of the seven languages. */
export const VAGUE = set(`
 guy person place man woman bit part point case matter issue topic dings typ cosa cosas chose chose truc
 thing things stuff one ones other others another same that this these those it its they them he she him her his their there here then so else more again like
 called what whats about which who how why where when and or the a an of to in on for with by at from is are was were be been do does did done can could you me tell show give check say said mean know happened happen
 not just also now exactly really much many long since some any all good bad first second third last next
 i s t re ve d ll m
 was ist damit das die der den dem und oder andere anderen noch mal denn warum wieso wie wer wo welche welcher welches es ihn sie
 que y eso esto esa ese cual cuales otro otra el la lo los las como por cuando donde de es quien
 et l autre c est quoi ca lequel laquelle qui quel quelle pourquoi comment ou quand le les un une
 e quello quella questo cosa quale altro altra come perche dove quando chi il lo gli
 o a os as isso isto qual outro outra como porque onde quem
 en wat dat dit die welke andere hoe waarom waar wanneer het een
`);

/** "I", "my", "we" and their like: the message is about the person. */
export const PERSONAL = set(`
 i im ive id ill my mine myself we our ours us weve ich mein meine meinen meinem meiner mir mich wir unser unsere uns yo mi mis me nos nosotros nuestro nuestra nuestros
 je j mon ma mes moi nous notre nos io mio mia miei mie noi nostro nostra eu meu minha meus minhas nos nosso nossa ik mijn mij wij onze ons
`);
/** Phrases in which those words are not about the person. */
export const NOT_PERSONAL = / (?:you know what i mean|what i mean|i mean|tell me|show me|give me|i see|let me see|can i ask(?: you)?(?: something)?|may i ask) /g;

import { anyOf, END, START, type Detector } from './detector.ts';

const CAP = String.raw`\p{Lu}[\p{L}'’-]{1,30}`;
const FULL = String.raw`${CAP}(?: (?:van|von|de|der|den|da|dos|del|la|le|di|al|bin|ben|el) ?)?(?: ?${CAP}){0,3}`;
/** Somebody tells the own name. */
const CALLED = anyOf([
  'my (?:full |real |first |last |given |middle |family |maiden |legal |birth |nick)?name(?: is|[\'’]s)?', 'my surname(?: is)?', 'the name[\'’]s', 'call me', 'calls me', 'known as', 'i go by', 'i[\'’]m called', 'i am called', 'i[\'’]m named', 'i am named', 'man nennt mich', 'nennt mich', 'mein vorname ist', 'mein nachname ist', 'on m[\'’]appelle', 'mi apellido es', 'me dicen', 'mi dicono', 'mijn voornaam is', 'ich hei(?:ß|ss)e', 'mein name ist', 'je m[\'’]appelle', 'mon nom est', 'me llamo', 'mi nombre es', 'mi chiamo', 'il mio nome è', 'meu nome é', 'me chamo', 'chamo-me', 'ik heet', 'mijn naam is', 'nazywam się', 'mam na imię', 'jag heter', 'mitt namn är', 'jeg heter', 'jeg hedder', 'mit navn er', 'nimeni on', 'jmenuji se', 'volám sa', 'mă numesc', 'a nevem', 'меня зовут', 'моё имя', 'мене звати', 'казвам се', 'με λένε', 'benim adım', 'adım', 'tên tôi là', 'tôi tên là', 'nama saya', 'ang pangalan ko ay', 'jina langu ni',
]);
/** Somebody else is named. */
const NAMED = anyOf(['(?:is|was|are) (?:called|named)', 'named', 'hei(?:ß|ss)t', 'hie(?:ß|ss)', 'si chiama(?:va)?', 'se llama(?:ba)?', 's[\'’]appel(?:le|ait)', 'se chama(?:va)?', 'heter', 'hedder', 'hette', 'heet', 'nazywa(?:ł|ła)? się', 'jmenuje se', 'volá sa', 'se numește', '(?:его|её|ее|их) зовут', 'зовут', 'звати', 'λέγεται', 'казва се']);
const BEING = anyOf(['i[\'’]m', 'i am', 'this is', 'here is', 'ich bin', 'hier ist', 'je suis', 'soy', 'eu sou', 'sou', 'sono', 'ik ben', 'jestem', 'jag är', 'я', 'jsem', 'saya']);
/** Two words with capitals that are no name. */
const NO_NAME = /^(?:The|A|An|From|In|At|On|New|North|South|West|East|San|Los|Las|Santa|Rio|Saint|St|Very|So|Not|Just|Happy|Sorry|Sure|Going|British|American|German|French|Spanish|Italian|Christian|Type|Vitamin|Windows|Google|Apple|Microsoft|Amazon|Visual|Stack|Engram|Node|United|Team|Senior|Chief|Vice|Head|Open|Legend|Iron|Bat|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)(?![\p{L}])/u;
const TITLE = anyOf(['Mr', 'Mrs', 'Ms', 'Miss', 'Dr', 'Prof', 'Herr', 'Herrn', 'Frau', 'Monsieur', 'Madame', 'Mme', 'Mlle', 'Señora?', 'Sra?', 'Don', 'Doña', 'Dña', 'Signora?', 'Sig\\.?ra', 'Sig', 'Dott', 'Senhora?', 'Meneer', 'Mevrouw', 'Pan', 'Pani', 'Pana', 'Г-н', 'Г-жа', 'Господин', 'Госпожа', 'Sayın', 'Bay', 'Bayan']);
const KIN = anyOf(['wife', 'husband', 'son', 'daughter', 'brother', 'sister', 'mother', 'father', 'mum', 'mom', 'dad', 'partner', 'boyfriend', 'girlfriend', 'fiancée?', 'friend', 'best friend', 'boss', 'manager', 'colleague', 'coworker', 'neighbou?r', 'doctor', 'dentist', 'therapist', 'landlord', 'teacher', 'cousin', 'uncle', 'aunt', 'nephew', 'niece', 'grandmother', 'grandfather', 'roommate', 'accountant', 'lawyer',
  'frau', 'mann', 'sohn', 'tochter', 'bruder', 'schwester', 'mutter', 'vater', 'freund(?:in)?', 'chef(?:in)?', 'kolleg(?:e|in)', 'nachbar(?:in)?', 'mujer', 'marido', 'hij[oa]', 'herman[oa]', 'madre', 'padre', 'jef[ea]', 'amig[oa]', 'vecin[oa]', 'femme', 'mari', 'fils', 'fille', 'frère', 'sœur', 'mère', 'père', 'amie?', 'patronn?e?', 'voisine?', 'esposa', 'filh[oa]', 'irmão?ã?', 'mãe', 'pai', 'moglie', 'marito', 'figli[oa]', 'fratello', 'sorella', 'vrouw', 'man', 'zoon', 'dochter', 'broer', 'zus', 'żona', 'mąż', 'syn', 'córka', 'брат', 'сестра', 'муж', 'жена', 'сын', 'дочь', 'мама']);
const MINE = anyOf(['my', 'our', 'his', 'her', 'mein\\p{L}*', 'unser\\p{L}*', 'mi', 'mon', 'ma', 'minha', 'meu', 'mia', 'mio', 'mijn', 'moja', 'mój', 'мой', 'моя']);

const PLACE = String.raw`\p{Lu}[\p{L}'’.-]{1,30}(?:(?: |-)(?:de|do|da|am|an der|sur|del|la|of|upon|ob der) ?)?(?:,? ?\p{Lu}[\p{L}'’.-]{1,30}){0,3}`;
const LIVING = anyOf([
  'i (?:\\p{L}+ )?(?:live|lived|stay|reside|grew up|work|was born|moved)(?: \\p{L}+)? (?:in|at|near|to|from)', 'i(?:[\'’]m| am) (?:\\p{L}+ )?(?:from|based in|living in|moving to)', 'i(?:[\'’]m| am|[\'’]ve been) (?:living|staying|residing|settled|based)(?: \\p{L}+){0,3} (?:in|near)', 'i(?:[\'’]ve| have) (?:lived|moved)(?: \\p{L}+){0,2} (?:in|to|near)', 'i was (?:born|raised)(?: \\p{L}+){0,3} in', 'my (?:home|flat|house|apartment) is in', 'ich bin aus', 'geboren in', 'née? à', 'nací en', 'nac[ií] en', 'sono nat[oa] a', 'nasci em', 'geboren te', 'we (?:live|moved|stay|are moving)(?: \\p{L}+)? (?:in|near|to)', '(?:he|she|they|who) lives? in', '(?:my )?(?:home ?town|home city|city|location|place of birth)(?: is|:)', 'based in',
  'ich wohne(?: \\p{L}+){0,2} (?:in|bei)', 'ich lebe(?: \\p{L}+){0,2} in', 'ich komme aus', 'wir wohnen in', 'wohnhaft in', 'wohnort:?', 'j[\'’]habite(?: à| en| au| près de)?', 'je vis (?:à|en|au)', 'je viens d[e’\']', 'nous habitons(?: à)?', 'vivo en', 'vivimos en', 'resido en', 'soy de', 'vengo de', 'abito a', 'vivo a', 'sono di', 'vengo da', 'moro em', 'vivo em', 'resido em', 'sou d[eoa]', 'ik woon(?: \\p{L}+)? in', 'ik kom uit', 'mieszkam w(?:e)?', 'pochodzę z', 'jag bor i', 'jag kommer från', 'jeg bor i', 'asun', 'bydlím v(?:e)?', 'locuiesc în', 'я живу в(?:о)?', 'я из', 'живу в(?:о)?', 'я мешкаю в', 'я живу у', 'мешкаю в', 'tôi sống ở', 'saya tinggal di', 'ako\'y nakatira sa',
]);

/** Somebody else lives or stays there. */
const THEIRS = String.raw`(?:lives|is living|is staying|has moved|moved|wohnt|lebt|zog|vive|vit|habite|abita|sta|mora|woont|mieszka|przeprowadził(?:a)? się|bor|flyttade|asuu|bydlí|býva|lakik|locuiește|живёт|живет|мешкає|живе|oturuyor)(?: \p{Ll}[\p{L}'’]*){0,4}? (?:in|at|near|to|bei|nach|en|à|au|a|em|w|we|do|i|på|til|v|ve|в|во|у)`;

/** A sentence that begins behind the cue is no place. */
const isPlace = (found: string): boolean => !/^(?:I|The|My|This|It)(?![\p{L}])/u.test(found);

/** Names and places by the words around them. */
export const nameDetectors: readonly Detector[] = [
  { type: 'name', tier: 'sensitive', pattern: new RegExp(`${START}(?:(?:[Ff]ull|[Ll]egal|[Bb]irth|[Mm]aiden|[Mm]arried)(?: legal)? name|[Vv]ollständiger Name|[Nn]ombre completo|[Nn]om complet|[Nn]ome completo)\\s*(?:is|ist|es|est|è|é|:)*\\s*(?<found>${CAP}(?:[ -]${CAP}){1,4})`, 'dgu') },
  { type: 'name', pattern: new RegExp(`${START}(?i:${CALLED}):? (?<found>${FULL})`, 'dgu') },
  { type: 'name', pattern: new RegExp(`${START}(?i:${BEING}) (?<found>${CAP}(?: (?:van|von|de|der|da|del|di|bin|al) ?)?(?: ${CAP}){1,2})${END}`, 'dgu'), accept: (found) => !NO_NAME.test(found) },
  { type: 'name', pattern: new RegExp(`${START}(?i:${NAMED}) (?<found>${CAP}(?: (?:van|von|de|der|da|del|di|bin|al))?(?: ${CAP}){1,2})${END}`, 'dgu'), accept: (found) => !NO_NAME.test(found) },
  { type: 'name', pattern: new RegExp(`${START}${TITLE}\\.? (?<found>(?:${TITLE}\\.? )?(?:${CAP}|\\p{Lu}\\.)(?: ${CAP}){0,2})`, 'dgu'), accept: (found) => !NO_NAME.test(found) },
  { type: 'name', pattern: new RegExp(`${START}(?i:${MINE} (?:\\p{L}{2,12} )?${KIN}(?:,? (?:is |was |are )?(?:called|named)|['’]s name is|s name is| heißt| se llama| s['’]appelle| si chiama| se chama| heet| зовут)?,?) (?<found>${CAP}(?: ${CAP})?)${END}`, 'dgu'), accept: (found) => !NO_NAME.test(found) },
  { type: 'name', pattern: new RegExp(`${START}(?:[Nn]ame|[Nn]ombre|[Nn]om|[Nn]ome|[Nn]aam|[Ii]mię i nazwisko|[Ii]mię|[Nn]amn|[Jj]méno|[Ии]мя|ФИО|[Aa]d[ıi]) ?: (?<found>${CAP}(?: ${CAP}){1,3})`, 'dgu') },
  { type: 'name', pattern: /(?:我叫|我的名字(?:叫|是)|我是(?=\p{Script=Han}{2,3}[，。,. ]|\p{Script=Han}{2,3}$)|姓名[:： ]?)(?<found>\p{Script=Han}{2,4}(?:·\p{Script=Han}{2,8})?)/dgu },
  { type: 'name', pattern: /(?:私の名前は|名前は|氏名[:： ]?|私は)(?<found>[\p{Script=Han}\p{Script=Katakana}ー]{2,10}(?:[ 　][\p{Script=Han}\p{Script=Katakana}ー]{1,8})?)(?=です|と(?:申|言|い)|$|。)/dgu },
  { type: 'name', pattern: /(?:제 이름은|내 이름은|이름은|저는|성명[: ]?) ?(?<found>\p{Script=Hangul}{2,4}?)(?=이?라고|입니다|이에요|예요|이야|야|$|\.)/dgu },
  { type: 'name', pattern: /(?:اسمي(?: هو)?|أنا اسمي|نام من|اسم من) (?<found>\p{Script=Arabic}{2,15}(?: \p{Script=Arabic}{2,15})?)/dgu },
  { type: 'name', pattern: /(?:मेरा (?:पूरा )?नाम) (?<found>[\p{Script=Devanagari}]{2,20}(?: [\p{Script=Devanagari}]{2,20})?) (?:है|हैं)/dgu },
  { type: 'name', pattern: /(?:קוראים לי|שמי) (?<found>\p{Script=Hebrew}{2,15}(?: \p{Script=Hebrew}{2,15})?)/dgu },
  { type: 'location', pattern: new RegExp(`${START}(?i:${LIVING}) (?<found>${PLACE})`, 'dgu'), accept: isPlace },
  { type: 'location', pattern: new RegExp(`${START}${THEIRS} (?<found>${PLACE})`, 'dgu'), accept: isPlace },
  { type: 'location', pattern: /(?:我(?:现在)?(?:住在|在|来自)|家住)(?<found>\p{Script=Han}{2,8}?)(?=[，。,. 的]|$)/dgu },
  { type: 'location', pattern: /(?<found>[\p{Script=Han}\p{Script=Katakana}]{2,10})(?:に住んで|出身|在住)/dgu },
  { type: 'location', pattern: /(?<found>\p{Script=Hangul}{2,8})에 (?:살|거주)|(?<=^|\s)\p{Script=Hangul}{2,8} 출신/dgu },
  { type: 'location', pattern: /(?:أعيش في|أسكن في|أنا من|من از|ساکن|زندگی می‌?کنم در) (?<found>\p{Script=Arabic}{2,15}(?: \p{Script=Arabic}{2,15})?)/dgu },
  { type: 'location', pattern: /(?:من در) (?<found>\p{Script=Arabic}{2,15}) زندگی/dgu },
  { type: 'location', pattern: /मैं (?<found>[\p{Script=Devanagari}]{2,20}) में (?:रहत|रह)/dgu },
  { type: 'location', pattern: new RegExp(`${START}(?<found>\\p{Lu}\\p{L}{2,20})['’]?(?:da|de|ta|te) (?:yaşıyorum|oturuyorum)`, 'dgu') },
];

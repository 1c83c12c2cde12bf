import { anyOf, END, START, type Detector } from './detector.ts';

const MONTH = String.raw`\p{L}{3,10}\.?`;
/** A whole date: day, month and year. */
const DATE = anyOf([
  String.raw`\d{1,2} ?[./-] ?\d{1,2} ?[./-] ?(?:\d{4}|\d{2})`, String.raw`\d{4} ?[-/.年년] ?\d{1,2} ?[-/.月월] ?\d{1,2} ?[日일]?`,
  String.raw`\d{1,2}(?:st|nd|rd|th|er|\.|º|°)? (?:of |de |d[’'])?${MONTH},? (?:de |of |del )?\d{4}`, String.raw`${MONTH} \d{1,2}(?:st|nd|rd|th)?,? \d{4}`,
]);
const BORN = anyOf([
  'date of birth', 'birth ?date', 'd\\.?o\\.?b\\.?', 'birthday', 'born(?: on)?', 'geboren(?: am| op)?', 'geb\\.', 'geburtsdatum', 'geburtstag', 'née? le', 'date de naissance', 'anniversaire', 'fecha de nacimiento', 'nac(?:í|ió|ida|ido)(?: el)?', 'cumpleaños',
  'data di nascita', 'nat[oa] il', 'compleanno', 'data de nascimento', 'nasc(?:i|eu|ido|ida)(?: em| a)?', 'aniversário', 'geboortedatum', 'data urodzenia', 'urodz(?:ony|ona|iłem|iłam|ił|iła)(?: się)?', 'дата рождения', 'родил(?:ся|ась)', 'рожд\\p{L}+', 'дата народження', 'народи(?:вся|лася)', 'doğum tarih\\p{L}*',
  'تاريخ (?:ال)?ميلاد\\p{L}*', 'مواليد', 'تاریخ تولد\\p{L}*', 'जन्म ?(?:तिथि|दिनांक)', 'ngày sinh', 'tanggal lahir', 'födelsedatum', 'född', 'fødselsdato', 'født', 'syntymäaika', 'syntynyt', 'datum narození', 'narozen[aý]?', 'születési \\p{L}+', 'data nașterii', 'născut[ăa]?',
]);
const ASIAN_BORN = anyOf(['出生日期', '生日', '出生于', '生年月日', '誕生日', '생년월일', '생일']);
const FILLER = String.raw`(?:[\s:=,(-]{0,3}(?:is|on|the|ist|am|est|le|es|el|il|è|é|em|to|är|den|war|was|es el|her|his|my|of)(?!\p{L})){0,3}[\s:=,(-]{0,3}`;

/** Nobody who lives was born before. */
const LIVING_SINCE = 1900;
const isOfTheLiving = (date: string): boolean => !(Number(/(?<!\d)[12]\d{3}(?!\d)/.exec(date)?.[0] ?? LIVING_SINCE) < LIVING_SINCE);

/** Illnesses and treatments that say something about somebody, in several languages. */
const ILLNESS = anyOf([
  'dement\\p{L}+', 'diab[eè]t\\p{L}*', 'd[eé]press(?:i[oóe]|ão|ia)\\p{L}*', '[eé]pil[eè]ps\\p{L}*', 's[ck]h?i[sz]ofr?\\p{L}*', 'h[eé]patit\\p{L}*', 'autis\\p{L}+', 'leu[kc][aeèé]*m\\p{L}*', 'as(?:th)?ma', 'astma', 'ch[ei]mio?\\p{L}*', 'bulimi\\p{L}*', 'anore[xk][ijy]?\\p{L}*', 'dialys\\p{L}*',
  'hiv(?:[- ]positive?)?', 'aids', 'cancer', '(?:breast|lung|prostate|skin|colon) cancer', 'leuk(?:a?e)mia', 'lymphoma', 'tumou?r', 'bipolar(?: disorder)?', 'schizophrenia', '(?:clinical |severe |postnatal )?depression', 'anxiety disorder', 'ptsd', 'adhd', 'autism', 'anorexia', 'bulimia', 'epilepsy', '(?:type [12] )?diabetes', 'hepatitis(?: [abc])?', 'dementia', 'alzheimer\\p{L}*', 'parkinson\\p{L}*', 'multiple sclerosis', 'crohn\\p{L}*', 'lupus', 'asthma', 'psoriasis', 'endometriosis', 'herpes', 'syphilis', 'chlamydia', 'miscarriage', 'infertility', 'heart (?:attack|failure|disease)', 'rehab', 'detox', '(?:drug |alcohol )?relapse[d]?', 'overdose[d]?', 'self[- ]harm\\p{L}*', 'suicid\\p{L}+', 'abortion', 'panic attacks?', 'eating disorder', 'burn-?out', 'stroke', 'kidney failure', 'opioid addiction', 'alcoholi[cs]m?',
  'chemo(?:therapy)?', 'dialysis', 'insulin', 'lithium', 'antidepressants?', 'methadone', 'ibuprofen', 'paracetamol', 'adderall', 'concerta', 'ozempic', 'humira', 'viagra', 'lorazepam', 'valium', 'zoloft', 'lexapro', 'levothyrox\\p{L}*', '(?!prom|compr)\\p{L}{3,12}(?:oxetine?|oxetin|prazole?|statine?|sartan|dipine?|azepam|zolam|cillin|mycin|floxacin|triptyline?|triptylin|gliptine?|gliflozin|tinib|zumab|ximab|codone|morphine|olanzapine?|etiapine?|zepine?)', 'prozac', 'sertralin[e]?', 'xanax', 'biktarvy', 'truvada', 'ritalin', 'metformin', 'warfarin', 'retrovirals?',
  'krebs', '\\p{L}+krebs', 'depression(?:en)?', 'epilepsie', 'schizophrenie', 'bipolare störung', 'demenz', 'hepatitis', 'chemotherapie', 'zuckerkrank', 'rheuma', 'herzinfarkt', 'schlaganfall', 'leukämie', 'bluthochdruck',
  'cáncer(?: de \\p{L}+)?', 'depresión', 'epilepsia', 'esquizofrenia', 'diabetes(?: tipo [12])?', 'vih', 'sida', 'quimioterapia', 'cancer du \\p{L}+', 'dépression', 'épilepsie', 'schizophrénie', 'diabète', 'vih', 'chimiothérapie', 'séropositi\\p{L}+', 'câncer(?: de \\p{L}+)?', 'cancro', 'depressão', 'hiv', 'epilepsia', 'cancro', 'tumore', 'depressione', 'diabete', 'epilessia', 'sieropositiv\\p{L}+',
  'kanker', 'depressie', 'suikerziekte', 'rak(?:a|iem)? \\p{L}+', 'nowotwór', 'depresj[aęi]', 'cukrzyc[aęy]', 'padaczk[aęi]', 'рак\\p{L}?', 'депресси\\p{L}+', 'диабет\\p{L}*', 'эпилепси\\p{L}+', 'шизофрени\\p{L}+', 'вич', 'kanser', 'depresyon', 'diyabet', 'şeker hastası', 'سرطان', 'اكتئاب', 'السكري', 'افسردگی', 'دیابت', 'कैंसर', 'मधुमेह', 'अवसाद', 'ung thư', 'tiểu đường', 'trầm cảm', 'kanker', 'diabetes', 'cancer', 'depression', 'rakovin\\p{L}+', 'cukrovk\\p{L}+', 'deprese',
]);
const ASIAN_ILLNESS = anyOf(['癌(?:症)?', '糖尿病', '抑郁症', '抑鬱症', '艾滋病', '癫痫', '精神分裂', 'がん', 'うつ病', 'てんかん', '統合失調症', '암', '당뇨(?:병)?', '우울증', '간질', '조현병']);
/** Who has it, or that it was found out: before or behind, in the same sentence. */
const HAS = anyOf([
  '(?:i|we|he|she) (?:have|has|had|got|suffer\\p{L}*|take|takes|am|was|is|do|inject\\p{L}*)(?: on| from)?', `(?:i|he|she)['’](?:ve|m|s)`, 'diagnosed', 'diagnosis', 'suffer(?:s|ing)? from', 'treated for', 'patient (?:has|with|takes)', '(?:my|his|her) (?:mother|father|mum|mom|dad|wife|husband|son|daughter|sister|brother|partner|child|grandmother|grandfather|boss|doctor)', 'tested positive', 'my (?:\\p{L}+ )?(?:illness|condition|disorder)', 'living with',
  'ich habe', 'ich leide', 'ich nehme', 'leidet', 'diagnos\\p{L}+', 'mein\\p{L}* (?:mutter|vater|frau|mann|sohn|tochter|bruder|schwester)', 'hat(?= \\p{L}*krebs)', 'erkrankt',
  'tengo', 'padezco', 'padece', 'sufro', 'tomo', 'mi (?:madre|padre|mujer|marido|hijo|hija|hermano|hermana)', 'diagnosticar\\p{L}+', `j['’]ai`, 'je souffre', 'je prends', 'atteint\\p{L}*', 'm(?:a|on) (?:mère|père|femme|mari|fils|fille|frère|sœur)', 'tenho', 'sofro', 'm(?:inha|eu) (?:mãe|pai|mulher|marido|filho|filha|irmão|irmã)', 'ho(?= )', 'soffro', 'm(?:ia|io) (?:madre|padre|moglie|marito|figlio|figlia|fratello|sorella)', 'ik heb', 'ik slik', 'lijd\\p{L}*', 'mijn (?:moeder|vader|vrouw|man|zoon|dochter|broer|zus)', 'mam(?= )', 'choruj\\p{L}+', 'choruję', 'leczę', 'у меня', 'у моего', 'у моей', 'болею', 'болеет', 'страда\\p{L}+', 'hastasıyım', 'teşhis\\p{L}*', 'annem\\p{L}*', 'babam\\p{L}*', 'मुझे', 'tôi bị', 'saya (?:menderita|punya)', 'jag har', 'jag lider', 'min (?:mamma|pappa|fru|man|son|dotter)', 'mám(?= )', 'trpím', 'أعاني', 'لدي', 'مصاب\\p{L}*', 'من مبتلا', 'مبتلا',
]);
const HAS_PATTERN = new RegExp(`${START}${HAS}[^.!?;\\n]{0,45}$`, 'iu');
const HAD_PATTERN = new RegExp(`^[^.!?;\\n]{0,30}${START}(?:diagnos\\p{L}*|tedavi\\p{L}*|teşhis\\p{L}*|positive since|since (?:19|20)\\d\\d|hastasıyım|تشخیص|है|मरीज)`, 'iu');
const ASIAN_HAS = /(?:我|他|她|妈妈|爸爸|母亲|父亲|患|确诊|诊断|私|彼|彼女|母|父|診断|患って|저|제|나는|어머니|아버지|진단|앓)[^。！？\n]{0,20}$/u;

/** When somebody was born, and what ails them. */
export const lifeDetectors: readonly Detector[] = [
  { type: 'date of birth', needsDigit: true, pattern: new RegExp(`${START}${BORN}${FILLER}(?<found>${DATE})${END}`, 'dgiu'), accept: isOfTheLiving },
  { type: 'date of birth', needsDigit: true, pattern: new RegExp(`${ASIAN_BORN}[是为為は:：는은\\s]{0,4}(?<found>${DATE})`, 'dgiu'), accept: isOfTheLiving },
  { type: 'health', pattern: new RegExp(`${START}${ILLNESS}${END}`, 'dgiu'), accept: (_found, before, after) => HAS_PATTERN.test(before) || HAD_PATTERN.test(after) },
  { type: 'health', pattern: new RegExp(`${START}hiv[- ]?positive?${END}`, 'dgiu') },
  // A result or a dose belongs to somebody even where nobody is named.
  { type: 'health', pattern: new RegExp(`${START}(?:${ILLNESS}|std|pregnancy|biops\\p{L}*|antibody|drug)[- ]test\\p{L}*(?: \\p{L}+){0,3} (?:positiv\\p{L}*|negativ\\p{L}*)${END}`, 'dgiu') },
  { type: 'health', needsDigit: true, pattern: new RegExp(`${START}\\d{1,4}(?:[.,]\\d)? ?(?:mg|µg|mcg|ml|iu|units?)(?: (?:of|de|di|d['’]|von))? ?${ILLNESS}${END}`, 'dgiu') },
  { type: 'health', pattern: new RegExp(ASIAN_ILLNESS, 'dgu'), accept: (_found, before) => ASIAN_HAS.test(before) },
  { type: 'health', pattern: new RegExp(`${START}(?:my|her|his|mein\\p{L}*|mi|mon) (?:blood (?:type|group)|blutgruppe|grupo sanguíneo|groupe sanguin)(?: is| ist| es| est|:)? ?(?<found>(?:AB|A|B|0|O)\\s?(?:[+-]|neg\\p{L}*|pos\\p{L}*)?)`, 'dgiu') },
];

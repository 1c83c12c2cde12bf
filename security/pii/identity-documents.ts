import { isAhv, isChineseId, isCodiceFiscale, isCpf, isDni, isInsee } from './checksums.ts';
import { anyOf, digitsOf, END, START, type Detector } from './detector.ts';

/** Names of documents and of the numbers that states give to people, in many languages. */
const DOCUMENTS = [
  'passport', 'reisepass', 'pass(?=nummer|-?nr)', 'passeport', 'pasaporte', 'passaporto?', 'paspoort(?:nummer)?', 'paszport\\p{L}*', 'pasaport\\p{L}*', 'паспорт\\p{L}*', 'جواز (?:ال)?سفر\\p{L}*', 'گذرنامه', 'पासपोर्ट', 'hộ chiếu', 'paspor',
  `(?:driver'?s?|driver’s|driving)[ -]?licen[cs]e`, 'licen[cs]e(?= (?:number|no|nr))', 'führerschein(?:nummer)?', 'permis de conduire', '(?:carnet|licencia|permiso) de conducir', 'patente(?: di guida)?', 'dl', 'driver[\'’]?s id', 'carteira de motorista', 'carta de condução', 'rijbewijs(?:nummer)?', 'prawo jazdy', 'körkort(?:snummer)?', 'ehliyet', 'водительск\\p{L}+ удостоверен\\p{L}+',
  '(?:national|government|state|personal|citizen) id(?:entity|entification)?', 'identity (?:card|document|number)', 'identification(?= number)', 'id card', 'id(?= (?:number|no))', 'personalausweis(?:nummer)?', 'ausweis(?:nummer)?', `carte (?:nationale )?d['’]identité`, 'carta d[\'’]identità', 'cédula', 'documento de identidad', 'bilhete de identidade', 'cartão de cidadão', 'identiteitskaart', 'dow(?:ód|odu) osobist\\p{L}+', 'občansk\\p{L}+ průkaz\\p{L}*', 'személyi', 'αριθμός ταυτότητας', 'תעודת זהות', 'kimlik', 'بطاقة (?:ال)?هوية', '(?:رقم )?(?:ال)?هوية', 'کد ملی', 'الرقم القومي', 'số cccd', 'cccd', 'cmnd', 'ktp', 'nik', 'nric',
  'dni', 'nie', 'nif', 'niss', 'curp', 'rfc', 'rut', 'rg', 'cuit', 'cuil', 'cpf', 'cnpj', 'insee', 'nir', 'sécurité sociale', 'sécu', 'seguridad social', 'segurança social', 'codice fiscale', 'tessera sanitaria', 'aadhaar', 'aadhar', 'आधार', 'पैन', 'voter id', 'nhs', 'nino', 'nin', 'national insurance', 'ni(?= (?:number|no))', 'pps(?:n)?',
  'tax(?:payer)?(?: file)?[ -]?(?:id|number|no)(?:entification)?', 'tin', 'itin', 'ein', 'steuer-?(?:id|nummer|identifikationsnummer)', 'steueridentifikationsnummer', '(?:sozial|renten)versicherungsnummer', 'svnr', 'sv-?nummer', 'numéro fiscal', 'partita iva', 'codice identificativo', 'ahv', 'avs', 'pesel', 'nip', 'bsn', 'burgerservicenummer', 'rijksregister(?:nummer)?', 'numéro national', 'person(?:nummer|nr)', 'samordningsnummer', 'f(?:ø|o)dselsnummer', 'cpr', 'hetu', 'henkilötunnus', 'sotu', 'rodn[éeý]+ číslo', 'oib', 'cnp', 'egn', 'егн', 'amka', 'αμκα', 'αφμ', 'jmbg', 'emšo', 'kennitala', 'isikukood', 'asmens kodas', 'personas kods', 'taj',
  'social insurance', 'sin', 'tfn', 'medicare', 'irn', 'ird', 'green card', 'visa(?= (?:number|no))', 'alien registration', 'снилс', 'инн', 'рнокпп', 'іпн', 'vergi (?:no|numara)\\p{L}*',
];
const DOCUMENT = anyOf(DOCUMENTS);
/** Short names that are a word in no language. */
const CLEAR = ['dni', 'pesel', 'cpf', 'curp', 'cuit', 'cuil', 'aadhar', 'आधार', 'jmbg', 'снилс'];
/** Names that mean nothing else, so that other words may stand before the number. */
const LONG_DOCUMENT = anyOf(DOCUMENTS.filter((name) => CLEAR.includes(name) || name.replaceAll(/\\p\{L\}|[^\p{L} ]/gu, '').length >= 6));
const ASIAN_DOCUMENT = anyOf(['护照', '護照', 'パスポート', '여권', '身份证(?:号码?|號碼)?', '身分證(?:字號)?', '驾照', '驾驶证', '社保(?:卡)?', 'マイナンバー', '個人番号', '運転免許証?', '在留カード', '健康保険証?', '주민(?:등록)?번호', '운전면허(?:증)?', '외국인등록번호']);
/** What may stand between the name of a number and the number. */
const BETWEEN = anyOf(['card', 'number', 'numbers', 'nummer', 'numéro', 'numero', 'número', 'numer', 'numaram?', 'numarası', 'номер', 'číslo', 'szám', 'номери?', 'संख्या', 'नंबर', 'رقم', 'number', 'num', 'no', 'nr', 'code', 'id', 'n[°º]', 'português', 'portugués', 'is', 'ist', 'es', 'est', 'è', 'é', 'är', 'er', 'to', 'on', 'lautet', 'was', 'reads', 'hat die nummer', 'hat', 'la', 'el', 'il', 'le', 'die', 'der', 'my', 'это', 'है', 'هو', 'هي', 'of', 'mon', 'mein']);
const LINK = String.raw`(?:[\s:=#.(–-]{0,3}${BETWEEN}(?![\p{L}])){0,4}[\s:=#.(–-]{0,4}`;
const ASIAN_LINK = String.raw`(?:号码|號碼|番号|번호|[是为為はがは는은이가:#\s：]){0,6}`;
/** A counted thing follows. */
const COUNTED = /^\s*(?:%|\p{Sc}|\p{L}{3,}s(?!\p{L}))/u;
/**
 * Letters, digits and separators; a space only before a group that holds a digit. It begins where no
 * word goes on: a name may be written together with its number ("DNI12345678Z"), but "since 1980"
 * is not the number of a "sin".
 */
const VALUE = String.raw`(?!(?<=\p{L})\p{L})[A-Z0-9](?:[A-Z0-9]|[-./](?=[A-Z0-9])|\x20(?=[A-Z]{0,3}\d|[A-Z]${END})){4,24}`;

/** Short names that are words in some language unless they are capitals or a colon follows. */
const SHORT_NAME = /(?<![\p{L}])(?:ein|tin|nin|nie|nif|nino|dni|sin|ni|inn|rg|pan|nir|nip|rut|cpr|cnp|taj|nik|irn|ird|egn|oib|pps|rfc|nhs|avs|ahv|bsn)\s+(?:is|ist|es|est|è|é)?\s*$/iu;

function isNumberOfDocument(found: string, before: string): boolean {
  const short = SHORT_NAME.exec(before)?.[0].trim().split(/\s/)[0];
  if (short !== undefined && short !== short.toUpperCase()) return false;
  const digits = digitsOf(found).length;
  return /[A-Za-z]/.test(found) ? digits >= 4 && !/\p{Ll}{4}/u.test(found) : digits >= 6 && !/^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}$/.test(found);
}

/** Passports, licences, tax and other numbers of persons: by the word before them, or by their own check digits. */
export const documentDetectors: readonly Detector[] = [
  { type: 'government id', needsDigit: true, pattern: new RegExp(`${START}${DOCUMENT}${LINK}(?<found>${VALUE})${END}`, 'dgiu'), accept: isNumberOfDocument },
  { type: 'government id', needsDigit: true, pattern: new RegExp(`${START}${LONG_DOCUMENT}(?!\\p{L})[^\\d.!?;\\n]{1,45}?${START}(?<found>${VALUE})${END}`, 'dgiu'), accept: (found, _before, after) => digitsOf(found).length >= 7 && !/\p{Ll}{3}/u.test(found) && !COUNTED.test(after) && !/^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$/.test(found) },
  { type: 'government id', needsDigit: true, pattern: new RegExp(`${ASIAN_DOCUMENT}${ASIAN_LINK}(?<found>${VALUE})(?![A-Z0-9])`, 'dgiu'), accept: (found) => digitsOf(found).length >= 6 },
  { type: 'government id', needsDigit: true, pattern: new RegExp(`${START}(?<found>${VALUE}) (?:is|ist|es|est|è|é|är|er|to) (?:my|his|her|meine?|mon|ma|mi|il mio|meu|o meu|mijn|mitt|min|mój) ${DOCUMENT}${END}`, 'dgiu'), accept: (found) => digitsOf(found).length >= 6 },
  { type: 'government id', pattern: /(?<![\d.])\d{3}\.\d{3}\.\d{3}-\d{2}(?!\d)/dg, accept: (found) => isCpf(digitsOf(found)) },
  { type: 'government id', pattern: /(?<![\p{L}\p{N}])(?:[XYZ]-?\d{7}|\d{8})-?[A-HJ-NP-TV-Z](?![\p{L}\p{N}])/dgu, accept: (found, before) => isDni(found.replace(/^([XYZ])-/, '$1')) && (/^[XYZ]/.test(found) || /\b(?:dni|nif|documento)\b/i.test(before)) },
  { type: 'government id', pattern: /(?<!\d)[1-478][ .-]?\d{2}[ .-]?\d{2}[ .-]?(?:\d{2}|2[AB])[ .-]?\d{3}[ .-]?\d{3}[ .-]?\d{2}(?!\d)/dgi, accept: isInsee },
  { type: 'government id', pattern: new RegExp(`${START}[A-Z]{6}\\d\\d[A-EHLMPR-T]\\d\\d[A-Z]\\d{3}[A-Z]${END}`, 'dgiu'), accept: isCodiceFiscale },
  { type: 'government id', pattern: /(?<!\d)[1-9]\d{16}[\dX](?![\p{L}\p{N}])/dgiu, accept: isChineseId },
  { type: 'government id', pattern: /(?<!\d)756[.\s]?\d{4}[.\s]?\d{4}[.\s]?\d{2}(?!\d)/dg, accept: (found) => isAhv(digitsOf(found)) },
  // Shapes that nothing else has: UK national insurance, India's PAN, Mexico's CURP, Korea's resident number.
  { type: 'government id', pattern: new RegExp(`${START}(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\\d{2} ?\\d{2} ?\\d{2} ?[A-D]${END}`, 'dgu') },
  { type: 'government id', pattern: new RegExp(`${START}[A-Z]{3}[ABCFGHLJPT][A-Z]\\d{4}[A-Z]${END}`, 'dgu') },
  { type: 'government id', pattern: new RegExp(`${START}[A-Z]{4}\\d{6}[HM][A-Z]{5}[A-Z0-9]\\d${END}`, 'dgu') },
  { type: 'government id', pattern: /(?<![\d-])\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])-[1-4]\d{6}(?![\d-])/dg },
];

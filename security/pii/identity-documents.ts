import { isAhv, isChineseId, isCodiceFiscale, isCpf, isDni, isInsee } from './checksums.ts';
import { anyOf, digitsOf, END, START, type Detector } from './detector.ts';

/** Names of documents and of the numbers that states give to people, in several languages. */
const DOCUMENT = anyOf([
  'passport', 'reisepass', 'pass(?=nummer|-?nr)', 'passeport', 'pasaporte', 'passaporto?', 'paspoort', 'паспорт', '护照', '護照', 'パスポート', '여권',
  `(?:driver'?s?|driver’s|driving)[ -]?licen[cs]e`, 'führerschein', 'permis de conduire', '(?:carnet|licencia|permiso) de conducir', 'patente di guida', 'carteira de motorista',
  '(?:national|government|state|personal|citizen) id(?:entity|entification)?', 'identity (?:card|document)', 'identification(?= number)', 'id card', 'id(?= (?:number|no))', 'personalausweis', 'ausweis', `carte d['’]identité`, 'carta d[\'’]identità', 'cédula',
  'dni', 'nie', 'nif', 'curp', 'cpf', 'insee', 'sécurité sociale', 'seguridad social', 'codice fiscale', 'aadhaar', 'aadhar', 'nhs', 'nino', 'national insurance', 'ni(?= (?:number|no))',
  'tax(?:payer)?(?: file)?[ -]?(?:id|number|no)(?:entification)?', 'tin', 'itin', 'ein', 'steuer-?(?:id|nummer|identifikationsnummer)', 'sozialversicherungsnummer', 'ahv', 'pesel', 'bsn', 'personnummer', 'cpr(?=[ -]nummer| number)',
  'social insurance', 'sin(?= number)', 'tfn', 'medicare', 'green card', 'visa(?= (?:number|no))', 'alien registration', '身份证(?:号码?)?', '身分證', 'マイナンバー', '주민등록번호', 'снилс', 'инн',
]);
const LINK = String.raw`(?:[\s-]*(?:card|number|nummer|numéro|numero|número|num|no|nr|code|id|n[°º]|#)\.?${END}|\s*#){0,2}(?:\s*(?:is|ist|es|est|è|é|lautet|was|reads|号码|是|は|:|=|#)){0,3}\s*`;
/** Letters, digits and separators; a space only before a group that holds a digit. */
const VALUE = String.raw`[A-Z0-9](?:[A-Z0-9]|[-./](?=[A-Z0-9])|\x20(?=[A-Z]{0,3}\d|[A-Z]${END})){4,24}`;

/** Short names that are words in some language unless they are capitals or a colon follows. */
const SHORT_NAME = /(?<![\p{L}])(?:ein|tin|nie|nif|nino|dni|sin|ni|inn|rg|pan)\s+(?:is|ist|es|est|è|é)?\s*$/iu;

function isNumberOfDocument(found: string, before: string): boolean {
  const short = SHORT_NAME.exec(before)?.[0].trim().split(/\s/)[0];
  if (short !== undefined && short !== short.toUpperCase()) return false;
  const digits = digitsOf(found).length;
  return /[A-Za-z]/.test(found) ? digits >= 4 && !/\p{Ll}{4}/u.test(found) : digits >= 6 && !/^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}$/.test(found);
}

/** Passports, licences, tax and other numbers of persons: by the word before them, or by their own check digits. */
export const documentDetectors: readonly Detector[] = [
  { type: 'government id', pattern: new RegExp(`${START}${DOCUMENT}${LINK}(?<found>${VALUE})${END}`, 'dgiu'), accept: isNumberOfDocument },
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

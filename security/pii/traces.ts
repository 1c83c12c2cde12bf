import { anyOf, digitsOf, END, START, type Detector } from './detector.ts';

/** American Bankers Association routing number: weights 3, 7, 1. */
const isRouting = (d: string): boolean => d.length === 9 && [3, 7, 1, 3, 7, 1, 3, 7, 1].reduce((sum, weight, i) => sum + weight * Number(d[i]), 0) % 10 === 0;

const ACCOUNT = anyOf(['(?:bank |checking |savings )?(?:account|acct)\\.?', 'a/c', '(?:bank)?konto(?:nummer|nr\\.?)?', 'kontonummer', 'compte(?: bancaire)?', 'cuenta(?: bancaria)?', 'conta(?: corrente| bancária)?', 'conto(?: corrente)?', '(?:bank)?rekening(?:nummer)?', 'rachun(?:ek|ku)(?: bankow\\p{L}+)?', '(?:номер )?сч[её]та?', 'рахун\\p{L}+', 'hesap', 'حساب\\p{L}*', 'खाता', 'tài khoản', 'rekening', 'bankkonto', 'účet', 'účtu', 'clabe', 'rib', 'bban']);
const ASIAN_ACCOUNT = anyOf(['银行(?:账号|账户|卡号)', '账号', '帐号', '口座番号', '口座', '계좌(?:번호)?']);
const BETWEEN = String.raw`(?:[\s:=#.-]{0,3}(?:number|no|nr|nummer|numéro|numero|número|num|is|ist|es|est|è|é|номер|numarası|no|số|संख्या|رقم)(?!\p{L})){0,3}[\s:=#.-]{0,4}`;

const PLATE = anyOf(['(?:number|licen[cs]e|registration) plate', 'plate (?:number|no)', 'car registration', '(?:kfz-)?kennzeichen', 'nummernschild', `(?:plaque d['’])?immatriculation`, `plaque`, 'matrícula', 'targa', 'placas?', 'kenteken', '(?:tablic\\p{L}+|numer) rejestrac\\p{L}+', 'госномер\\p{L}*', 'номер(?:ной знак)? (?:машины|авто)', 'номерной знак', 'plaka\\p{L}*', 'registreringsnummer', 'regnr', 'spz', 'rendszám', '车牌(?:号码?)?', '車のナンバー', 'ナンバー(?:プレート)?', '차량번호', 'biển số(?: xe)?', 'plat nomor']);

const PERSONAL = /(?:^|[^\p{L}])(?:my|our|his|her|their|home|house|client|visitor|user|customer|mein\p{L}*|mi|mon|meu|minha|mia|mio|mijn|мой|我的|私の|내)(?:['’]s)?[^\p{L}][^.!?\n]{0,40}$/iu;
const WHERE = /(?:my|our|his|her|home|house|cabin|live|lives|living|we are|i['’]?m|i am|meet|find (?:me|us)|parked|location|position|standort|zuhause|ubicación|casa|posizione|localização|position|where|gps|дом|мы|я|我|家|住)[^.!?\n]{0,40}$/iu;

const isPublic = (address: string): boolean => {
  const parts = address.split('.').map(Number) as [number, number, number, number];
  const [a, b] = parts;
  return parts.every((part) => part <= 255) && a > 0 && a < 224 && a !== 10 && a !== 127 && !(a === 192 && b === 168) && !(a === 172 && b >= 16 && b < 32) && !(a === 169 && b === 254);
};
const DEGREES = String.raw`\d{1,3}(?:\.\d{2,8})? ?° ?(?:\d{1,2}(?:\.\d+)? ?['′’] ?(?:\d{1,2}(?:\.\d+)? ?["″”] ?)?)?`;

/** What leads to somebody: accounts, wallets, machines, cars and exact places. */
export const traceDetectors: readonly Detector[] = [
  { type: 'bank account', needsDigit: true, pattern: new RegExp(`${START}${ACCOUNT}${BETWEEN}(?<found>\\d(?:[ -]?\\d){5,19})(?!\\d)`, 'dgiu'), accept: (found) => !/^\d{4}-\d\d-\d\d$/.test(found) },
  { type: 'bank account', needsDigit: true, pattern: new RegExp(`${ASIAN_ACCOUNT}[是为為は:：는은\\s]{0,4}(?<found>\\d(?:[ -]?\\d){5,19})(?!\\d)`, 'dgu') },
  { type: 'bank account', needsDigit: true, pattern: new RegExp(`${START}(?:sort code|bsb)${BETWEEN}(?<found>\\d{2,3}[ -]?\\d{2,3}(?:[ -]?\\d{2})?)(?!\\d)`, 'dgiu') },
  { type: 'bank account', needsDigit: true, pattern: new RegExp(`${START}(?:routing|aba|blz|bankleitzahl)${BETWEEN}(?<found>\\d[\\d ]{6,10}\\d)(?!\\d)`, 'dgiu'), accept: (found) => digitsOf(found).length === 8 || isRouting(digitsOf(found)) },
  { type: 'wallet', needsDigit: true, pattern: /(?<![\p{L}\p{N}/_-])(?:(?:bc1|ltc1|tb1)[02-9ac-hj-np-z]{20,71}|(?=[13][1-9A-HJ-NP-Za-km-z]{0,33}\d)(?=[^\s]{0,30}[a-z])(?=[^\s]{0,30}[A-Z])[13][1-9A-HJ-NP-Za-km-z]{25,34}|0x[0-9a-fA-F]{40}|4[0-9AB][1-9A-HJ-NP-Za-km-z]{93})(?![\p{L}\p{N}])/dgu },
  { type: 'network address', needsDigit: true, pattern: /(?<![\p{L}\p{N}:-])[0-9a-f]{2}(?<gap>[:-])(?:[0-9a-f]{2}\k<gap>){4}[0-9a-f]{2}(?![\p{L}\p{N}:-])/dgiu },
  { type: 'network address', needsDigit: true, pattern: /(?<![\p{L}\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.]?\d)/dgu, accept: (found, before) => isPublic(found) && (/(?:^|[^\p{L}])ip(?:v4)?(?:[- ]?(?:address|adresse|dirección|indirizzo|endereço|адрес))?[^\p{L}]{0,3}(?:\p{L}{1,4} )?$|ip地址|ip ?アドレス/iu.test(before) || PERSONAL.test(before)) },
  { type: 'network address', needsDigit: true, pattern: /(?<![\p{L}\p{N}:])(?:[0-9a-f]{1,4}:){3,7}(?::?[0-9a-f]{1,4}){1,4}(?![\p{L}\p{N}:])/dgiu, accept: (found, before) => (/[a-f]/i.test(found) || /:\d{3,4}:/.test(found)) && !/^fe80/i.test(found) && (/ip/i.test(before) || PERSONAL.test(before)) },
  // A vehicle's own number: seventeen letters and digits without I, O and Q (ISO 3779).
  { type: 'licence plate', needsDigit: true, pattern: new RegExp(`${START}(?:vin|vehicle identification|chassis|fahrgestell\\p{L}*|fin|numéro de châssis|bastidor|telaio|chassi)${BETWEEN}(?<found>(?=[A-Z]*\\d)[A-HJ-NPR-Z0-9]{17})${END}`, 'dgiu') },
  { type: 'licence plate', needsDigit: true, pattern: new RegExp(`${PLATE}${BETWEEN}(?<found>(?=[\\p{L}\\d -]{0,11}\\d)[\\p{L}\\d]{1,7}(?:[ -][\\p{L}\\d]{1,5}){0,2})${END}`, 'dgiu'), accept: (found) => /^(?=.*\d)(?=.*\p{L})[\p{L}\d -]{4,12}$/u.test(found) && !/\p{L}{4}/u.test(found) },
  { type: 'coordinates', needsDigit: true, pattern: /(?<![\p{L}\d.])-?\d{1,2}\.\d{4,10}[,;] ?-?\d{1,3}\.\d{4,10}(?!\d)/dgu, accept: (_found, before) => WHERE.test(before) },
  { type: 'coordinates', needsDigit: true, pattern: new RegExp(`(?<!\\d)${DEGREES}[NSns][,;]? {0,2}${DEGREES}[EWOewo]${END}`, 'dgu') },
];

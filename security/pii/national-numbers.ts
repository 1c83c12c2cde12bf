import { isCpf, luhn } from './checksums.ts';
import { digitsOf, END, START, type Detector } from './detector.ts';

const at = (digits: string, i: number): number => digits.charCodeAt(i) - 48;
const sum = (digits: string, weights: readonly number[]): number => weights.reduce((total, weight, i) => total + weight * at(digits, i), 0);
const inMonth = (day: string, month: string): boolean => Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;

/** Poland's PESEL: date of birth (the century is added to the month) and a weighted check digit. */
export function isPesel(d: string): boolean {
  return d.length === 11 && inMonth(d.slice(4, 6), String(Number(d.slice(2, 4)) % 20)) && (10 - (sum(d, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10)) % 10 === at(d, 10);
}
/** Norway's birth number: date and two check digits mod 11. */
export function isFodselsnummer(d: string): boolean {
  return d.length === 11 && inMonth(String(Number(d.slice(0, 2)) % 40), String(Number(d.slice(2, 4)) % 40))
    && (11 - (sum(d, [3, 7, 6, 1, 8, 9, 4, 5, 2]) % 11)) % 11 === at(d, 9) && (11 - (sum(d, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === at(d, 10);
}
/** Turkey's T.C. kimlik: two check digits. */
export function isKimlik(d: string): boolean {
  if (d.length !== 11 || d.startsWith('0')) return false;
  const odd = at(d, 0) + at(d, 2) + at(d, 4) + at(d, 6) + at(d, 8), even = at(d, 1) + at(d, 3) + at(d, 5) + at(d, 7);
  return (((odd * 7 - even) % 10) + 10) % 10 === at(d, 9) && (odd + even + at(d, 9)) % 10 === at(d, 10);
}
/** Sweden's personnummer: date and Luhn over the last ten digits. */
export const isPersonnummer = (d: string): boolean => inMonth(String(Number(d.slice(-6, -4)) % 60), d.slice(-8, -6)) && luhn(d.slice(-10));
/** Finland's henkilötunnus: the number mod 31 picks the last sign. */
export function isHetu(text: string): boolean {
  const plain = text.toUpperCase();
  return inMonth(plain.slice(0, 2), plain.slice(2, 4)) && '0123456789ABCDEFHJKLMNPRSTUVWXY'[Number(plain.slice(0, 6) + plain.slice(7, 10)) % 31] === plain[10];
}
/** Belgium's rijksregisternummer: 97 minus the number mod 97; a 2 stands before it for those born from 2000 on. */
export function isRijksregister(d: string): boolean {
  const check = Number(d.slice(9)), number = Number(d.slice(0, 9));
  return d.length === 11 && (97 - (number % 97) === check || 97 - ((2_000_000_000 + number) % 97) === check);
}
/** Brazil's CNPJ: two check digits mod 11. */
export function isCnpj(d: string): boolean {
  const check = (weights: readonly number[]): number => { const rest = sum(d, weights) % 11; return rest < 2 ? 0 : 11 - rest; };
  const weights = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
  return d.length === 14 && check(weights) === at(d, 12) && check([6, ...weights]) === at(d, 13);
}
/** Romania's CNP: date and a check digit mod 11. */
export const isCnp = (d: string): boolean => d.length === 13 && inMonth(d.slice(5, 7), d.slice(3, 5)) && (sum(d, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11) % 10 === at(d, 12);
/** Czech and Slovak rodné číslo: date (50 is added to women's months) and divisible by 11. */
export const isRodneCislo = (d: string): boolean => inMonth(d.slice(4, 6), String(Number(d.slice(2, 4)) % 50 % 20)) && Number(d) % 11 === 0;
/** Chile's RUT: mod 11 from the right, K for ten. */
export function isRut(text: string): boolean {
  const plain = text.replace(/[.-]/g, '').toUpperCase();
  const total = [...plain.slice(0, -1)].reverse().reduce((value, digit, i) => value + Number(digit) * (2 + (i % 6)), 0);
  return '0123456789K0'[11 - (total % 11)] === plain.at(-1);
}
/** Argentina's CUIT: mod 11. */
export const isCuit = (d: string): boolean => (11 - (sum(d, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === at(d, 10);
/** Singapore's NRIC: a letter from a weighted sum. */
export function isNric(text: string): boolean {
  const kind = text[0]!.toUpperCase(), rest = (sum(text.slice(1, 8), [2, 7, 6, 5, 4, 3, 2]) + (kind === 'T' || kind === 'G' ? 4 : kind === 'M' ? 3 : 0)) % 11;
  return (kind === 'S' || kind === 'T' ? 'JZIHGFEDCBA' : kind === 'M' ? 'KLJNPQRTUWX' : 'XWUTRQPNMLK')[rest] === text[8]!.toUpperCase();
}
/** Taiwan's number: the letter stands for two digits. */
export function isTaiwanId(text: string): boolean {
  const letter = 'ABCDEFGHJKLMNPQRSTUVXYWZIO'.indexOf(text[0]!.toUpperCase()) + 10;
  return (Math.floor(letter / 10) + (letter % 10) * 9 + sum(text.slice(1), [8, 7, 6, 5, 4, 3, 2, 1, 1])) % 10 === 0;
}
/** Thailand's number: mod 11. */
export const isThaiId = (d: string): boolean => d.length === 13 && (11 - (sum(d, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === at(d, 12);
/** Russia's SNILS: a sum mod 101. */
export function isSnils(d: string): boolean {
  const rest = sum(d, [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101;
  return d.length === 11 && (rest === 100 ? 0 : rest) === Number(d.slice(9));
}

const digits = (check: (d: string) => boolean) => (found: string): boolean => check(digitsOf(found));
const NUMBER_START = String.raw`(?<![\p{L}\d.,/+#_-])`;
const NUMBER_END = String.raw`(?![\p{L}\d]|[-./]\d)`;
const shape = (pattern: string, accept?: Detector['accept']): Detector => ({ type: 'government id', needsDigit: true, pattern: new RegExp(`${NUMBER_START}${pattern}${NUMBER_END}`, 'dgu'), ...(accept ? { accept } : {}) });

/** Numbers whose own form and check digits are enough; without them chance would match too often. */
export const nationalDetectors: readonly Detector[] = [
  shape(String.raw`\d{11}`, digits((d) => isPesel(d) || isFodselsnummer(d) || isKimlik(d))),
  shape(String.raw`\d{6} \d{5}`, digits(isFodselsnummer)),
  shape(String.raw`(?:19|20)?\d{6}[-+]\d{4}`, digits(isPersonnummer)),
  shape(String.raw`\d{6}[-+A-FU-Y]\d{3}[0-9A-FHJ-NPR-Y]`, isHetu),
  shape(String.raw`\d{2}\.\d{2}\.\d{2}-\d{3}\.\d{2}`, digits(isRijksregister)),
  shape(String.raw`\d{2}\.\d{3}\.\d{3}/\d{4}-\d{2}`, digits(isCnpj)),
  shape(String.raw`\d{9}-\d{2}`, digits((d) => isCpf(d))),
  shape(String.raw`[1-8]\d{12}`, digits(isCnp)),
  shape(String.raw`\d{6}/\d{4}`, digits(isRodneCislo)),
  shape(String.raw`\d{1,2}\.\d{3}\.\d{3}-[\dkK]`, isRut),
  shape(String.raw`(?:20|2[347]|3[034])-\d{8}-\d`, digits(isCuit)),
  shape(String.raw`[STFGMstfgm]\d{7}[A-Za-z]`, isNric),
  shape(String.raw`[A-Z][12]\d{8}`, isTaiwanId),
  shape(String.raw`\d-\d{4}-\d{5}-\d{2}-\d`, digits(isThaiId)),
  shape(String.raw`\d{3}-\d{3}-\d{3}[ -]\d{2}`, digits(isSnils)),
  // US tax number of people without a social security number; Germany's pension number; Mexico's RFC; Malaysia; Hong Kong.
  shape(String.raw`9\d{2}-(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])-\d{4}`),
  shape(String.raw`\d{2} ?(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])\d{2} ?[A-Z] ?\d{3}`),
  shape(String.raw`[A-ZÑ&]{4}\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[A-Z0-9]{3}`),
  shape(String.raw`\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])-\d{2}-\d{4}`),
  { type: 'government id', needsDigit: true, pattern: new RegExp(`${START}[A-Z]{1,2}\\d{6}\\([0-9A]\\)`, 'dgu') },
  { type: 'government id', needsDigit: true, pattern: new RegExp(`${START}\\d{2}\\.\\d{3}\\.\\d{3}-[A-Z]${END}`, 'dgu') },
];

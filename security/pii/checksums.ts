const digitAt = (digits: string, i: number): number => digits.charCodeAt(i) - 48;
const weighted = (digits: string, weights: readonly number[]): number => weights.reduce((sum, weight, i) => sum + weight * digitAt(digits, i), 0);
const repeated = (digits: string): boolean => /^(\d)\1*$/.test(digits);

/** Luhn's check (ISO/IEC 7812): cards and some national numbers. `digits` holds digits only. */
export function luhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    let d = digitAt(digits, digits.length - 1 - i);
    if (i % 2 === 1 && (d *= 2) > 9) d -= 9;
    sum += d;
  }
  return sum % 10 === 0;
}

const CARD_LENGTHS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/^4/, [13, 16, 19]], [/^(?:5[1-5]|2[2-7])/, [16]], [/^3[47]/, [15]], [/^3(?:0[0-5]|[689])/, [14, 16]],
  [/^(?:6011|65|64[4-9])/, [16, 19]], [/^35/, [16]], [/^62/, [16, 17, 18, 19]], [/^(?:50|5[6-9]|6)/, [12, 13, 14, 15, 16, 17, 18, 19]],
];

/** A payment card: right length for its brand, right check digit, not one digit repeated. */
export function isCard(digits: string): boolean {
  return !repeated(digits) && CARD_LENGTHS.some(([prefix, lengths]) => prefix.test(digits) && lengths.includes(digits.length)) && luhn(digits);
}

/** Length of an IBAN by country (ISO 13616 registry). */
export const IBAN_LENGTHS: Readonly<Record<string, number>> = {
  AD: 24, AE: 23, AL: 28, AT: 20, AZ: 28, BA: 20, BE: 16, BG: 22, BH: 22, BR: 29, BY: 28, CH: 21, CR: 22, CY: 28, CZ: 24, DE: 22, DK: 18, DO: 28, EE: 20, EG: 29,
  ES: 24, FI: 18, FO: 18, FR: 27, GB: 22, GE: 22, GI: 23, GL: 18, GR: 27, GT: 28, HR: 21, HU: 28, IE: 22, IL: 23, IQ: 23, IS: 26, IT: 27, JO: 30, KW: 30, KZ: 20,
  LB: 28, LC: 32, LI: 21, LT: 20, LU: 20, LV: 21, LY: 25, MC: 27, MD: 24, ME: 22, MK: 19, MR: 27, MT: 31, MU: 30, NL: 18, NO: 15, PK: 24, PL: 28, PS: 29, PT: 25,
  QA: 29, RO: 24, RS: 22, SA: 24, SC: 31, SE: 24, SI: 19, SK: 24, SM: 27, SV: 28, TL: 23, TN: 24, TR: 26, UA: 29, VA: 22, VG: 24, XK: 20,
};

/** IBAN by ISO 13616: length of its country, and mod 97 of the rearranged number is 1. Separators are passed over. */
export function isIban(text: string): boolean {
  const iban = text.replace(/[\s-]/g, '').toUpperCase();
  if (iban.length !== IBAN_LENGTHS[iban.slice(0, 2)]) return false;
  let rest = 0;
  for (const char of iban.slice(4) + iban.slice(0, 4))
    for (const digit of char >= 'A' ? String(char.charCodeAt(0) - 55) : char) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

/** US social security number: no 000, 666 or 9xx area, no empty group or serial. */
export function isSsn(digits: string): boolean {
  return /^(?!000|666|9\d\d)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits);
}

/** Brazil's CPF: two check digits mod 11. */
export function isCpf(digits: string): boolean {
  if (digits.length !== 11 || repeated(digits)) return false;
  const check = (length: number) => (weighted(digits, Array.from({ length }, (_, i) => length + 1 - i)) * 10) % 11 % 10;
  return check(9) === digitAt(digits, 9) && check(10) === digitAt(digits, 10);
}

/** Spain's DNI and NIE: the letter is the number mod 23. */
export function isDni(text: string): boolean {
  const [, lead, rest, letter] = /^([XYZ\d])(\d{7})-?([A-Z])$/i.exec(text.replace(/[\s.]/g, '')) ?? [];
  if (lead === undefined) return false;
  const first = 'XYZ'.indexOf(lead.toUpperCase());
  return 'TRWAGMYFPDXBNJZSQVHLCKE'[Number((first < 0 ? lead : String(first)) + rest) % 23] === letter!.toUpperCase();
}

/** France's social security number: 13 digits and 97 minus their rest mod 97; Corsica writes letters. */
export function isInsee(text: string): boolean {
  const plain = text.replace(/[\s.-]/g, '').toUpperCase().replace('2A', '19').replace('2B', '18');
  if (!/^[1-478]\d\d(?:0[1-9]|1[0-2]|[2-9]\d)\d{10}$/.test(plain)) return false;
  let rest = 0;
  for (const digit of plain.slice(0, 13)) rest = (rest * 10 + Number(digit)) % 97;
  return 97 - rest === Number(plain.slice(13));
}

const ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];

/** Italy's codice fiscale: the last letter checks the other fifteen. */
export function isCodiceFiscale(text: string): boolean {
  const code = text.toUpperCase();
  if (!/^[A-Z]{6}\d\d[A-EHLMPR-T]\d\d[A-Z]\d{3}[A-Z]$/.test(code)) return false;
  let sum = 0;
  for (let i = 0; i < 15; i++) {
    const unit = code.charCodeAt(i);
    const value = unit >= 65 ? unit - 65 : unit - 48;
    sum += i % 2 === 0 ? ODD[value]! : value;
  }
  return String.fromCharCode(65 + (sum % 26)) === code[15];
}

/** China's resident number: mod 11-2 over 17 digits, and a possible date of birth. */
export function isChineseId(text: string): boolean {
  if (!/^[1-9]\d{5}(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dX]$/i.test(text)) return false;
  return '10X98765432'[weighted(text, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) % 11] === text[17]!.toUpperCase();
}

/** Switzerland's AHV number: an EAN-13 that begins with 756. */
export function isAhv(digits: string): boolean {
  return /^756\d{10}$/.test(digits) && weighted(digits, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0;
}

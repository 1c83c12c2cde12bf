/** Luhn's check (ISO/IEC 7812): cards and some national numbers. `digits` holds digits only. */
export function luhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    let d = digits.charCodeAt(digits.length - 1 - i) - 48;
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
  if (/^(\d)\1+$/.test(digits)) return false;
  return CARD_LENGTHS.some(([prefix, lengths]) => prefix.test(digits) && lengths.includes(digits.length)) && luhn(digits);
}

/** IBAN by ISO 13616: mod 97 of the rearranged number is 1. */
export function isIban(text: string): boolean {
  const iban = text.replace(/\s/g, '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  let rest = 0;
  for (const char of iban.slice(4) + iban.slice(0, 4)) {
    const value = char >= 'A' ? String(char.charCodeAt(0) - 55) : char;
    for (const digit of value) rest = (rest * 10 + Number(digit)) % 97;
  }
  return rest === 1;
}

/** US social security number: no 000, 666 or 9xx area, no empty group or serial. */
export function isSsn(digits: string): boolean {
  return /^(?!000|666|9\d\d)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(digits);
}

import { IBAN_LENGTHS, isCard, isIban, isSsn } from './checksums.ts';
import { anyOf, digitsOf, END, START, type Detector } from './detector.ts';

/** What stands before a number that is something else. */
const OTHER_NUMBER = /(?:order|invoice|ticket|issue|tracking|version|isbn|issn|ref(?:erence)?|part|model|serial|build|commit|port|http|page|chapter|rfc|room|flight|bytes?|timestamp|time|scores?|result|ratio|bestell\w*|rechnung\w*|commande|facture|pedido|factura)\s*(?:number|no\.?|nr\.?|#|:|is|was|-)*\s*$/iu;
/** What stands behind a number that counts or measures something. */
const UNIT = /^\s*(?:%|°|\p{Sc}|[kmgt]?b(?:ytes?)?\b|px|ms|km|kg|users?|people|items?|rows?|frames?|times|euros?|dollars?|points?|lines?|tokens?|years?|views)/iu;

const SSN_WORDS = /(?:\bssn\b|\bss (?:no|number)|social security|social insurance|\bmy social\b)/iu;
const PHONE_NOUN = anyOf([
  'phone', 'telephone', 'tel', 'mobile', 'cell(?:phone)?', 'whatsapp', 'signal', 'landline', 'fax', 'handy', 'telefon(?:nummer)?', 'handynummer', 'mobil(?:nummer)?', 'téléphone', 'portable', 'telefono', 'teléfono', 'telefone', 'celular',
  'móvil', 'cellulare', 'telefoon(?:nummer)?', 'телефон\\p{L}*', 'тел\\.?', 'номер\\p{L}*', 'моб\\p{L}*\\.?', 'هاتف\\p{L}*', 'جوال\\p{L}*', 'موبايل', 'موبایل', 'تلفن', 'رقمي', 'फ़?ोन', 'फोन', 'मोबाइल', 'नंबर', 'τηλέφωνο', 'κινητό', 'טלפון', 'điện thoại', 'sđt', 'telepon', 'hp', 'ponsel', 'cel', 'tlf', 'mobilnummer', 'telefonnummer', 'puhelin\\p{L}*', 'komórk\\p{L}+', '(?:numer )?telefonu', 'telefonní číslo', 'gsm', 'cep(?: telefonum)?', 'digits', 'my number', 'ring', 'call',
]);
const ASIAN_PHONE = /(?:电话|電話|手机|手機|携帯|連絡先|联系方式|전화|휴대폰|핸드폰|연락처)(?:号码|号|番号|번호)?[是为は:：는은\s]{0,4}$/u;
/** A word for telephones with some other words before the number. */
const PHONE_NEAR = /(?<!\p{L})(?:phone|mobile|mobilen?|landline|whatsapp|telefon\p{L}*|handy|telefono|teléfono|telefone|téléphone|celular|móvil|cellulare|телефон\p{L}*|هاتف\p{L}*|تلفن\p{L}*|puhelin\p{L}*|komórk\p{L}*|điện thoại|telepon|फ़?ोन|मोबाइल)(?!\p{L})[^\d.!?\n]{0,25}$|(?<!\p{L})\d{2}-n[uú]m(?:me)?r[oe]?r?(?!\p{L})[^\d.!?\n]{0,15}$/iu;
const OWN_NUMBER = String.raw`(?:my|our|his|her|their|your|new|meine?|seine|ihre|mon|notre|mi|su|meu|il mio|mijn)(?: \p{L}+)? (?:number|nummer|numéro|número|numero)`;
const CALL = String.raw`(?:call|text|ring|phone|dial|reach|message|ruf|rufen sie|appelle[rz]?|llám[ae]\p{L}*|chiam[ai]\p{L}*)(?: me| us| him| her| them| mich|-moi)?(?: back)?(?: on| at| under| via| unter| al| au)?`;
const LINK = String.raw`(?:\s*(?:number|nummer|no\.?|nr\.?|me|on|at|under|номер|رقم|número|numéro|à|to|är|er|on|jest|это|है|هو|me|is|ist|es|est|è|é|le|la|el|lautet|are|at|:|=|#|是|は|:)){0,3}[\s:]*$`;
const PHONE_BEFORE = new RegExp(`(?:${START}${PHONE_NOUN}\\.?|${START}${OWN_NUMBER}|${START}${CALL})${LINK}`, 'iu');
const PHONE_AFTER = new RegExp(String.raw`^\s*(?:\(|,|-|is|ist|es|est|is my|=)?\s*(?:my|me|mein\w*|the|mon|mi|meu|il mio)?\s*(?:\p{L}+ )?(?:${PHONE_NOUN}|phone number)${END}`, 'iu');

const isDate = (text: string): boolean => /^(?:\d{4}[-/. ]\d{1,2}[-/. ]\d{1,2}|\d{1,2}[-/. ]\d{1,2}[-/. ]\d{4})(?!\d)/.test(text);
const isAddressOfMachine = (text: string): boolean => /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text);

/** Whether digits next to a word for telephones can be a number one dials. */
function isDialled(found: string, before: string, after: string): boolean {
  const digits = digitsOf(found);
  const likely = digits.startsWith('0') ? digits.length >= 8 && digits.length <= 12 : digits.length >= 7 && digits.length <= 11;
  if (!likely || isDate(found) || isAddressOfMachine(found) || OTHER_NUMBER.test(before) || UNIT.test(after)) return false;
  return PHONE_BEFORE.test(before) || ASIAN_PHONE.test(before) || (digits.length >= 8 && PHONE_NEAR.test(before)) || PHONE_AFTER.test(after);
}

const notOther = (_found: string, before: string): boolean => !OTHER_NUMBER.test(before);
const ibanCountries = Object.keys(IBAN_LENGTHS).join('|');

/** As many letters and digits as the country's IBAN has, whatever separates them. */
const ibanShapes = [...new Set(Object.values(IBAN_LENGTHS))].sort((a, b) => b - a).map((length) => {
  const countries = Object.keys(IBAN_LENGTHS).filter((country) => IBAN_LENGTHS[country] === length).join('|');
  return String.raw`(?:${countries})(?:[ -]?[A-Z0-9]){${length - 2}}`;
}).join('|');

/** Cards, bank accounts, social security numbers, telephones. */
export const numberDetectors: readonly Detector[] = [
  { type: 'card', needsDigit: true, pattern: /(?<![\d.+])\d{4}(?<gap>[ ._·*/-]{1,3})\d{4}\k<gap>\d{4}\k<gap>\d{4}(?:\k<gap>\d{3})?(?![\d.]?\d)/dg, accept: (found) => isCard(digitsOf(found)) },
  { type: 'card', needsDigit: true, pattern: /(?<![\d.+])\d{4}(?<gap>[ .-]{1,3})\d{4}\k<gap>\d{4}\k<gap>\d{4}(?!\d)/dg, accept: (found) => isCard(digitsOf(found)) },
  { type: 'card', needsDigit: true, pattern: /(?<![\d.+])3\d{3}[ .-]{1,3}\d{6}[ .-]{1,3}\d{4,5}(?!\d)/dg, accept: (found) => isCard(digitsOf(found)) },
  { type: 'card', needsDigit: true, pattern: /(?<![\d.+_/#-])\d{12,19}(?![\d.]?\d)/dgu, accept: (found, before) => isCard(found) && notOther(found, before) },
  { type: 'card', needsDigit: true, pattern: /(?<![\d.])\d(?<gap>[ -])(?:\d\k<gap>){12,17}\d(?!\d)/dg, accept: (found) => isCard(digitsOf(found)) },
  { type: 'iban', needsDigit: true, pattern: new RegExp(`${START}(?=(?:${ibanCountries})[ -]?\\d[ -]?\\d)(?:${ibanShapes})${END}`, 'dgiu'), accept: isIban },
  { type: 'ssn', needsDigit: true, pattern: /(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])/dg, accept: (found, before) => isSsn(digitsOf(found)) && notOther(found, before) },
  { type: 'ssn', needsDigit: true, pattern: /(?<![\d.-])\d{3}(?<gap>[ .]?)\d{2}\k<gap>\d{4}(?!\d)/dg, accept: (found, before, after) => (SSN_WORDS.test(before) || SSN_WORDS.test(after.slice(0, 40))) && isSsn(digitsOf(found)) },
  { type: 'ssn', needsDigit: true, pattern: /(?<![\d(-])\(\d{3}\)[ -]?\d{2}[ -]?\d{4}(?!\d)/dg, accept: (found, before) => SSN_WORDS.test(before) && isSsn(digitsOf(found)) },
  { type: 'phone', needsDigit: true, pattern: /(?<![\p{L}\d.,#+])\+\d{1,3}(?:[ ().-]{0,3}\d){6,13}(?!\d)/dgu },
  { type: 'phone', needsDigit: true, pattern: /(?<![\p{L}\d.,/#-])(?:\+?1[ .-])?(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}(?![\d-])/dgu, accept: (found, before) => notOther(found, before) && !isDate(found) },
  { type: 'phone', needsDigit: true, pattern: /(?<![\p{L}\d.,:/#-])0[1-9](?<gap>[ .-])\d\d(?:\k<gap>\d\d){3}(?!\k<gap>?\d)|(?<![\p{L}\d.,:/#-])\(?0\d{2,4}\)?[ /](?:\d{5,8}|\d{3,4} \d{3,4})(?![\d])/dgu,
    accept: (found, before) => notOther(found, before) && digitsOf(found).length >= 10 },
  // With the prefix of a country: "0044 7700 900123".
  { type: 'phone', needsDigit: true, pattern: /(?<![\p{L}\d.,:/#-])00[1-9]\d{0,2}(?=[ (-])(?:[ ().-]{1,3}\d{2,7}){2,5}(?![\d-])/dgu, accept: (found, before) => notOther(found, before) && digitsOf(found).length >= 10 && digitsOf(found).length <= 15 },
  // An area code, a stroke and groups: "0151 / 23 45 67 89", "030/123 45-67".
  { type: 'phone', needsDigit: true, pattern: /(?<![\p{L}\d.,:/#-])\(?0[1-9]\d{1,3}\)? ?[/–] ?\d{2,4}(?:[ -]\d{2,4}){1,3}(?![\d/])/dgu, accept: (found, before) => notOther(found, before) && digitsOf(found).length >= 9 && digitsOf(found).length <= 12 },
  // Mobile numbers as people write them in Japan, Korea, Brazil, Australia, Russia, China.
  { type: 'phone', needsDigit: true, pattern: /(?<![\p{L}\d.,/#-])(?:0[789]0-\d{4}-\d{4}|01[016789]-\d{3,4}-\d{4}|\(\d{2}\) ?9?\d{4}-\d{4}|04\d{2} \d{3} \d{3}|8 ?\(?9\d{2}\)? ?\d{3}-\d{2}-\d{2})(?![\d-])/dgu },
  { type: 'phone', needsDigit: true, pattern: /(?<![\d.,/#-])\(?\d(?:[ ()./-]{0,3}\d){6,12}(?!\d)/dgu, accept: isDialled },
];

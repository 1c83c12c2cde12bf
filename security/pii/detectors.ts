import { isCard, isIban, isSsn } from './checksums.ts';
import { SPELLED_MAIL } from './normalise.ts';
import type { PiiType } from './tiered.ts';

export interface Detector {
  type: PiiType;
  pattern: RegExp;
  /** Which group is the personal part; 0 when absent. */
  group?: number;
  /** Refuses what only looks like it. `before` is the text just before the match. */
  accept?: (match: string, before: string) => boolean;
}

const digitsOf = (text: string) => text.replace(/\D/g, '');
const ID_WORDS = /(?:ssn|social security|passport|id(?:entity)?(?: card)?|driver'?s? licen[cs]e|licen[cs]e|tax(?:payer)?|national insurance|nino|personalausweis|reisepass|steuer(?:-?id|nummer)|dni|nie|nif|curp|cpf|insee|codice fiscale|aadhaar|pan|nhs)\s*(?:number|no\.?|nr\.?|nummer|card|#)?\s*(?:is|:|=|#|lautet|ist|es)?\s*$/iu;
const PHONE_WORDS = /(?:phone|tel(?:ephone|efon)?|mobile|cell|call|text|whatsapp|handy|nummer|number|móvil|teléfono|téléphone|portable|reach)[^.!?]{0,30}$/iu;
const NOT_PHONE_WORDS = /(?:order|invoice|ticket|issue|version|isbn|ref(?:erence)?|part|model|serial|build|commit|port|http|code|page|chapter|rfc|room|flight)\s*(?:number|no\.?|#|:)?\s*$/iu;

const STREET = String.raw`(?:[Ss]treet|St\.?|[Aa]venue|Ave\.?|[Rr]oad|Rd\.?|[Bb]oulevard|Blvd\.?|[Ll]ane|Ln\.?|[Dd]rive|Dr\.?|[Cc]ourt|Ct\.?|Square|Sq\.?|Terrace|Way|Place|Pl\.?|Crescent)`;

/** Quantifiers are bounded everywhere, so no text can make a pattern slow. */
export const DETECTORS: readonly Detector[] = [
  { type: 'e-mail', pattern: /[\p{L}\p{N}][\p{L}\p{N}._%+-]{0,63}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){0,4}\.[\p{L}]{2,24}/giu },
  { type: 'e-mail', pattern: SPELLED_MAIL, accept: (match) => /\bdot\b|\(at\)|\[at\]|\{at\}/i.test(match) },
  { type: 'card', pattern: /(?<![\d.])\d(?:[ -]?\d){11,18}(?![\d])/g, accept: (match) => isCard(digitsOf(match)) },
  { type: 'iban', pattern: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{2,4}){3,8}\b/gi, accept: isIban },
  { type: 'ssn', pattern: /(?<![\d-])\d{3}[- ]\d{2}[- ]\d{4}(?![\d-])/g, accept: (match) => isSsn(digitsOf(match)) },
  { type: 'ssn', pattern: /(?<!\d)\d{9}(?!\d)/g, accept: (match, before) => /(?:ssn|social security)[^.!?]{0,25}$/i.test(before) && isSsn(match) },
  { type: 'government id', pattern: /(?<![\p{L}\p{N}])(?=[A-Z0-9-]{0,14}\d)[A-Z0-9][A-Z0-9-]{5,17}(?![\p{L}\p{N}])/giu, accept: (_match, before) => ID_WORDS.test(before.slice(-60)) },
  { type: 'government id', pattern: /\b(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D]\b/g },
  { type: 'credential', pattern: /\b(?:pass(?:word|wort|phrase|code)|pwd|contraseña|mot de passe|senha|pin(?: code)?|secret(?: key)?|api[ _-]?key|access[ _-]?(?:key|token)|auth[ _-]?token|token)(?:\s+(?:for|to|of|zu|für)\s+[^\s:=]{1,30}(?:\s+[^\s:=]{1,30}){0,2})?\s*(?:is|ist|es|est|lautet|was|:|=)\s*["'“]?(?<secret>[^\s"'”]{4,128})/giu, group: 1,
    accept: (match) => !/^(?:the|a|an|my|your|required|wrong|incorrect|expired|invalid|not|too|in|on|stored|safe|secure|important|protected|missing|hard|strong|weak|reset|changed|being|always|never)$/i.test(match.replace(/[.,;!?]+$/, '')) },
  { type: 'credential', pattern: /\b(?:sk|pk|rk)[-_](?:live|test|ant|proj|or)?[-_]?[A-Za-z0-9_-]{16,200}|\bgh[pousr]_[A-Za-z0-9]{30,255}|\bgithub_pat_[A-Za-z0-9_]{22,255}|\bxox[abprs]-[A-Za-z0-9-]{10,200}|\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[A-Za-z0-9_-]{35}|\bglpat-[A-Za-z0-9_-]{20,64}|\beyJ[A-Za-z0-9_-]{10,400}\.[A-Za-z0-9_-]{10,2000}\.[A-Za-z0-9_-]{10,400}/g },
  { type: 'credential', pattern: /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?:[A-Za-z0-9+/=\s]{0,8000}-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g },
  { type: 'phone', pattern: /(?<![\p{L}\d.,:/#-])\+\d{1,3}(?:[ ().-]{0,2}\d){6,13}(?!\d)/gu },
  { type: 'phone', pattern: /(?<![\p{L}\d.,:/#-])(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}(?![\d-])/gu, accept: (_m, before) => !NOT_PHONE_WORDS.test(before.slice(-40)) },
  { type: 'phone', pattern: /(?<![\p{L}\d.,:/#-])\(?0?\d(?:[ ()./-]{0,2}\d){6,13}(?!\d)/gu,
    accept: (match, before) => PHONE_WORDS.test(before.slice(-60)) && !NOT_PHONE_WORDS.test(before.slice(-40)) && !/^\d{4}[-/.]\d{2}[-/.]\d{2}$/.test(match) },
  { type: 'address', pattern: new RegExp(String.raw`\b\d{1,5}[A-Za-z]?,? (?:(?:N|S|E|W|North|South|East|West)\.? )?(?:[A-Z][\p{L}'-]{1,30} ){1,3}${STREET}(?![\p{L}])`, 'gu') },
  { type: 'address', pattern: /\b[\p{Lu}][\p{L}-]{2,30}(?:straße|strasse|str\.|weg|platz|allee|gasse)\s{1,2}\d{1,4}[a-z]?\b/gu },
  { type: 'address', pattern: /\b\d{1,4}(?: bis| ter)?,? (?:rue|avenue|boulevard|place|chemin|calle|avenida|plaza|via|viale|piazza|rua) (?:d[eu'] ?|de la |des |del? )?[\p{L}'-]{2,30}(?: [\p{L}'-]{2,30}){0,3}/giu },
  { type: 'address', pattern: /\b(?:calle|avenida|via|viale|piazza|rua) (?:de la |del? |d[ae] )?[\p{L}'-]{2,30}(?: [\p{L}'-]{2,30}){0,2},? (?:n[º°o]\.? ?)?\d{1,4}\b/giu },
  { type: 'name', pattern: /\b(?:my (?:full |legal )?name(?: is|'s)|ich heiße|mein name ist|je m'appelle|me llamo|mi chiamo) (?<who>\p{Lu}[\p{L}'-]{1,30}(?: \p{Lu}[\p{L}'.-]{0,30}){0,3})/giu, group: 1 },
  { type: 'location', pattern: /\b(?:I live (?:in|at|near)|I(?:'m| am) from|ich wohne in|j'habite à|vivo en|abito a) (?<where>\p{Lu}[\p{L}'-]{1,30}(?:,? \p{Lu}[\p{L}'-]{1,30}){0,3})/giu, group: 1 },
];

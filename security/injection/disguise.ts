import { lexicon } from './lexicon.ts';

/** A text as it reads once a disguise is taken off. */
export interface View {
  text: string;
  /** The hidden part stood beside the visible text instead of being the text itself. */
  beside: boolean;
}

/** Shortest run of single letters that is read as one spelled-out word. */
const SPELLED = /(?<![\p{L}\p{N}])[\p{L}\p{N}](?:([ .\-_*|/,+~])[\p{L}\p{N}](?:\1[\p{L}\p{N}]){2,400})(?![\p{L}\p{N}])/gu;
/** A mark inside a word; so many of them make a cut-up text rather than names and numbers. */
const CUT_WORD = /(?<=\p{L})[.\-_*|~·](?=\p{L})/gu;
const MOST_CUTS = 3;
const LEET_WORD = /[\p{L}0-9@$!|]{3,40}/gu;
const LEET: Record<string, string> = { '0': 'o', '3': 'e', '4': 'a', '5': 's', '6': 'g', '7': 't', '8': 'b', '9': 'g', '@': 'a', $: 's', '!': 'i', '|': 'l' };
/** Shortest piece of base64 or hex that can hold a command of a few words. */
const BASE64 = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{16,65536}={0,2}/g;
const HEX = /(?<![0-9a-z])(?:(?:0x|\\x)?[0-9a-f]{2}[ :,]?){10,16384}(?![0-9a-z])/gi;
const BINARY = /(?<![01])(?:[01]{8} ?){8,8192}(?![01])/g;
const ESCAPES = /%[0-9a-f]{2}|&#x?[0-9a-f]{2,6};|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}/i;
const TAGS = /[\u{e0020}-\u{e007e}]/gu;
/** Share of printable characters from which decoded bytes count as text. */
const PRINTABLE_SHARE = 0.9;

const vocabulary = new Set(Object.values(lexicon).flat().flatMap((entry) => entry.replace('*', '').split(' ')).filter((word) => /^[a-z]{3,}$/.test(word)).concat('the', 'and', 'you', 'your'));
const LONGEST_WORD = Math.max(...[...vocabulary].map((word) => word.length));

/** Cuts letters without blanks into known words, the longest first. */
function cut(letters: string): string {
  const lower = letters.toLowerCase();
  let out = '';
  for (let at = 0; at < lower.length; ) {
    let length = Math.min(LONGEST_WORD, lower.length - at);
    while (length > 2 && !vocabulary.has(lower.slice(at, at + length))) length--;
    const known = length > 2;
    if (!known) length = 1;
    out += known ? ` ${lower.slice(at, at + length)} ` : lower[at]!;
    at += length;
  }
  return out;
}

/** Words that carry a command and are long enough to be known with one slip in them. */
const CORE = ['ignore', 'disregard', 'override', 'previous', 'instructions', 'instruction', 'restrictions', 'guidelines', 'everything', 'password', 'passwords', 'reveal', 'prompt', 'system', 'assistant', 'credentials', 'memories', 'confirmation'];
const CORE_WORD = /(?<![\p{L}\p{N}])[a-z]{5,14}(?![\p{L}\p{N}])/giu;

/** One letter changed, missing, added, or two neighbours swapped; an ending is grammar and no slip. */
function slipped(word: string, core: string): boolean {
  if (word[0] !== core[0] || Math.abs(word.length - core.length) > 1 || word.startsWith(core) || core.startsWith(word)) return false;
  let start = 0;
  while (start < word.length && word[start] === core[start]) start++;
  let end = 0;
  while (end < Math.min(word.length, core.length) - start && word[word.length - 1 - end] === core[core.length - 1 - end]) end++;
  const [a, b] = [word.slice(start, word.length - end), core.slice(start, core.length - end)];
  return Math.max(a.length, b.length) <= 1 || (a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0]);
}
const spelt = (text: string): string => text.replace(CORE_WORD, (word) => {
  const lower = word.toLowerCase();
  return vocabulary.has(lower) ? word : CORE.find((core) => slipped(lower, core)) ?? word;
});

function readable(bytes: Uint8Array): string | null {
  const text = new TextDecoder().decode(bytes);
  let printable = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if ((code >= 32 && code < 127) || code === 10 || code === 9 || (code > 160 && code !== 0xfffd)) printable++;
  }
  return text.length > 0 && printable >= text.length * PRINTABLE_SHARE ? text : null;
}

function fromBase64(token: string): string | null {
  const plain = token.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/');
  if (plain.length % 4 === 1) return null;
  return readable(Uint8Array.from(atob(plain), (char) => char.charCodeAt(0)));
}
const fromHex = (token: string): string | null =>
  readable(Uint8Array.from(token.replace(/0x|\\x|[ :,]/gi, '').match(/[0-9a-f]{2}/gi) ?? [], (pair) => parseInt(pair, 16)));
const fromBinary = (token: string): string | null => readable(Uint8Array.from(token.match(/[01]{8}/g) ?? [], (byte) => parseInt(byte, 2)));

function unescape(text: string): string {
  const codes = text.replace(/&#(x[0-9a-f]{2,6}|[0-9]{2,7});|\\u([0-9a-f]{4})/gi, (all, entity: string | undefined, unit: string | undefined) => {
    const code = entity === undefined ? parseInt(unit!, 16) : entity[0]!.toLowerCase() === 'x' ? parseInt(entity.slice(1), 16) : parseInt(entity, 10);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
  return codes.replace(/(?:(?:%|\\x)[0-9a-f]{2})+/gi, (run) =>
    new TextDecoder().decode(Uint8Array.from(run.match(/[0-9a-f]{2}/gi)!, (pair) => parseInt(pair, 16))));
}

const leet = (text: string, one: 'i' | 'l'): string =>
  text.replace(LEET_WORD, (word) => (/\p{L}/u.test(word) && /[0-9@$!|]/.test(word) ? word.replace(/[0-9@$!|]/g, (char) => (char === '1' ? one : LEET[char] ?? char)) : word));

const rot13 = (text: string): string => text.replace(/[a-z]/gi, (char) => {
  const base = char <= 'Z' ? 65 : 97;
  return String.fromCharCode(((char.charCodeAt(0) - base + 13) % 26) + base);
});

/** So many known words, counted once each, make a turned text a language again. */
const KNOWN_WORDS = 3;
const PLAIN_WORD = /[a-z]{3,}/gi;
/** Turned text is judged only when it reads like words; scripts without known words always. */
function isLanguage(text: string): boolean {
  const known = new Set<string>();
  for (const [word] of text.matchAll(PLAIN_WORD)) {
    if (vocabulary.has(word.toLowerCase())) known.add(word);
    if (known.size >= KNOWN_WORDS) return true;
  }
  return !/[a-z]{3}/i.test(text);
}

/**
 * What a text may be in disguise: spelled out, with figures for letters, escaped, shifted, backwards,
 * encoded, or in characters that nobody sees. `original` still has its invisible characters, `plain` not.
 */
export function viewsOf(original: string, plain: string): View[] {
  const views: View[] = [];
  const instead = (text: string) => {
    if (text !== plain) views.push({ text, beside: false });
  };
  const beside = (text: string | null) => {
    if (text !== null && text !== '') views.push({ text, beside: true });
  };
  const tags = original.match(TAGS);
  if (tags) beside(tags.map((char) => String.fromCodePoint(char.codePointAt(0)! - 0xe0000)).join(''));
  instead(plain.replace(SPELLED, (run, mark: string) => cut(run.replaceAll(mark, ''))));
  if ((plain.match(CUT_WORD)?.length ?? 0) > MOST_CUTS) instead(plain.replace(CUT_WORD, ''));
  if (/\p{L}[0-9@$!|]{1,3}\p{L}|[0-9@$|]\p{L}{2}|\p{L}{2}[0-9@$]/u.test(plain)) {
    instead(leet(plain, 'i'));
    instead(leet(plain, 'l'));
  }
  instead(spelt(plain));
  if (ESCAPES.test(plain)) instead(unescape(plain));
  for (const turned of [rot13(plain), [...plain].reverse().join('')]) if (isLanguage(turned)) instead(turned);
  const decoded = (pattern: RegExp, decode: (token: string) => string | null) => (plain.match(pattern) ?? []).map(decode).filter((text) => text !== null).join('\n');
  beside(decoded(BASE64, fromBase64));
  beside(decoded(HEX, fromHex));
  beside(decoded(BINARY, fromBinary));
  return views;
}

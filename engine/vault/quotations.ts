/** Stands where the words of an erased memory stood. */
const ERASED = '[erased]';
/** Texts shorter than this, in UTF-8 bytes, are in many places by chance: they count as quoted only between the borders of words. */
export const LEAST_BYTES = 12;
/** Every position of a text is looked up by so many characters. */
const KEY_CHARS = 4;
const TABLE_BITS = 16;
/** Characters a text must show of a quotation before it breaks off with "…". */
const LEAST_CUT = 8;

const LETTER = /[\p{L}\p{N}\p{M}]/u;
/** One line of plain characters with single blanks: folding it is lowering its letters. */
const PLAIN = /^[!-~]*(?:[ \n][!-~]+)*$/;
/** As a title is cut; half of a pair of surrogates was made whole there. */
const BROKEN_OFF = /\uFFFD?…\s*$/u;

interface Folded {
  text: string;
  /** Where the character that a folded one came of begins and ends; null when nothing moved. */
  from: number[] | null;
  to: number[] | null;
}

/** Without differences of case, of composed letters and of spacing. */
function fold(text: string): Folded {
  if (PLAIN.test(text)) return { text: text.toLowerCase().replaceAll('\n', ' '), from: null, to: null };
  const folded: string[] = [];
  const from: number[] = [];
  const to: number[] = [];
  let at = 0;
  for (const char of text) {
    const end = at + char.length;
    const blank = /\s/u.test(char);
    if (blank && folded.at(-1) === ' ') to[to.length - 1] = end;
    else for (const unit of blank ? ' ' : char.normalize('NFKD').toUpperCase().toLowerCase()) for (let i = 0; i < unit.length; i++) {
      folded.push(unit[i]!);
      from.push(at);
      to.push(end);
    }
    at = end;
  }
  return { text: folded.join(''), from, to };
}

/** Place in the table of the characters that begin here. */
const slot = (text: string, at: number): number =>
  Math.imul((text.charCodeAt(at) << 24) ^ (text.charCodeAt(at + 1) << 16) ^ (text.charCodeAt(at + 2) << 8) ^ text.charCodeAt(at + 3), 0x9e3779b1) >>> (32 - TABLE_BITS);

interface Quotation {
  /** Folded, without its final marks. */
  text: string;
  /** Its final marks go with it. */
  ended: boolean;
  short: boolean;
}

/**
 * Texts as they are quoted in prose: in another case (a memory begins with a capital, the sentence it
 * was taken from need not), with other spacing, within a longer sentence, or broken off by "…".
 */
export class Quotations {
  readonly #table = new Uint8Array(1 << TABLE_BITS);
  readonly #byStart = new Map<string, Quotation[]>();
  readonly #short: Quotation[] = [];

  constructor(texts: Iterable<string>) {
    const known = new Set<string>();
    for (const given of texts) {
      const whole = fold(given).text.trim();
      const text = whole.replace(/[.!?\s]+$/u, '');
      if (text.length < 2 || known.has(text)) continue;
      known.add(text);
      const quotation = { text, ended: text !== whole, short: Buffer.byteLength(text) < LEAST_BYTES };
      if (text.length < KEY_CHARS) this.#short.push(quotation);
      else {
        const key = text.slice(0, KEY_CHARS);
        this.#table[slot(text, 0)] = 1;
        const same = this.#byStart.get(key);
        if (same) same.push(quotation);
        else this.#byStart.set(key, [quotation]);
      }
    }
  }

  get none(): boolean {
    return this.#byStart.size === 0 && this.#short.length === 0;
  }

  /** The text without what is quoted; the text itself when nothing is. */
  erasedFrom(given: string): string {
    if (this.none || given === '') return given;
    const cut = BROKEN_OFF.exec(given);
    const folded = fold(cut ? given.slice(0, cut.index) : given);
    const spans = this.#spans(folded.text, cut !== null);
    if (spans.length === 0) return given;
    let rest = '';
    let done = 0;
    for (const span of merged(spans)) {
      const end = span.open ? given.length : folded.to ? folded.to[span.end - 1]! : span.end;
      rest += `${given.slice(done, folded.from ? folded.from[span.start]! : span.start)}${ERASED}`;
      done = end;
    }
    return rest + given.slice(done);
  }

  #spans(text: string, cut: boolean): Span[] {
    const spans: Span[] = [];
    for (const quotation of this.#short)
      for (let at = text.indexOf(quotation.text); at !== -1; at = text.indexOf(quotation.text, at + 1)) note(spans, text, at, quotation);
    if (this.#byStart.size === 0) return spans;
    for (let at = 0; at + KEY_CHARS <= text.length; at++) {
      if (this.#table[slot(text, at)] === 0) continue;
      for (const quotation of this.#byStart.get(text.slice(at, at + KEY_CHARS)) ?? []) {
        if (text.startsWith(quotation.text, at)) note(spans, text, at, quotation);
        else if (cut && text.length - at >= LEAST_CUT && quotation.text.startsWith(text.slice(at).trimEnd())) spans.push({ start: at, end: text.length, open: true });
      }
    }
    return spans;
  }
}

interface Span {
  start: number;
  end: number;
  /** Reaches to where the text breaks off. */
  open: boolean;
}

function note(spans: Span[], text: string, start: number, quotation: Quotation): void {
  let end = start + quotation.text.length;
  if (quotation.short && (touches(text, start - 1, start) || touches(text, end, end - 1))) return;
  while (end < text.length && /\p{M}/u.test(text[end]!)) end++;
  if (quotation.ended) while (end < text.length && /[.!?]/.test(text[end]!)) end++;
  spans.push({ start, end, open: false });
}

/** Whether the character outside goes on with the word of the one inside. */
const touches = (text: string, outside: number, inside: number): boolean =>
  outside >= 0 && outside < text.length && LETTER.test(text[outside]!) && LETTER.test(text[inside]!);

/** In order, those that overlap or touch as one. */
function merged(spans: Span[]): Span[] {
  const all: Span[] = [];
  for (const span of spans.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = all.at(-1);
    if (last && span.start <= last.end) {
      last.open ||= span.open;
      last.end = Math.max(last.end, span.end);
    } else all.push({ ...span });
  }
  return all;
}

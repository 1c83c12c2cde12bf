import type { Normalised } from '../text/index.ts';

/** Names of the digits in several languages; the same name means the same digit in all of them. */
const DIGITS: readonly string[] = [
  'zero oh o null cero zéro nul ноль ноля sıfır noll nolla nula sifr không nol शून्य صفر', 'one eins ein uno un une um een один jeden bir én ett yksi jedna jedno một satu एक واحد یک', 'two zwei zwo dos deux due dois duas twee два dwa iki to två kaksi dva hai dua दो اثنان دو', 'three drei tres trois tre três drie три trzy üç kolme tři ba tiga तीन ثلاثة سه',
  'four vier cuatro quatre quattro quatro четыре cztery dört fire fyra neljä čtyři bốn empat चार أربعة چهار', 'five fünf fuenf cinco cinq cinque vijf пять pięć beş fem viisi pět năm lima पांच पाँच خمسة پنج', 'six sechs seis sei zes meia шесть sześć altı seks sex kuusi šest sáu enam छह ستة شش', 'seven sieben siete sept sette sete zeven семь siedem yedi syv sju seitsemän sedm bảy tujuh सात سبعة هفت',
  'eight acht ocho huit otto oito восемь osiem sekiz otte åtte åtta kahdeksan osm tám delapan आठ ثمانية هشت', 'nine neun nueve neuf nove negen девять dziewięć dokuz ni nio yhdeksän devět chín sembilan नौ تسعة نه',
];
const DIGIT_OF = new Map(DIGITS.flatMap((names, digit) => names.split(' ').map((name) => [name, String(digit)] as const)));
for (const [i, sign] of [...'〇一二三四五六七八九'].entries()) DIGIT_OF.set(sign, String(i));
DIGIT_OF.set('零', '0');
const TIMES: Readonly<Record<string, number>> = { double: 2, doppel: 2, doble: 2, triple: 3, dreifach: 3 };
/** A cheap sign that digits may be written as words. */
const SOME_DIGIT = /(?<!\p{L})(?:one|two|three|four|five|six|seven|eight|nine|zero|eins|zwei|drei|vier|acht|neun|uno|dos|tres|cuatro|cinco|siete|deux|trois|quatre|cinq|sept|due|tre|quattro|cinque|dois|três|quatro|twee|drie|vijf|два|три|пять|восемь|dwa|trzy|pięć|iki|üç|beş|två|fyra|fem|dua|tiga|दो|तीन|ثلاثة|سه)(?!\p{L})|[零〇一二三四五六七八九][零〇一二三四五六七八九 ]{4}/iu;
const SPACED = /(?<![^\s:])[^\s](?: [^\s]){7,70}(?!\S)/;
/** Look-alikes of digits, beside real ones. The first look-ahead reaches as far as a run can, so that long rows of digits stay linear. */
const LOOK_ALIKE = /(?<![\p{L}\d])(?=[\dOoОоlIІ |Ss.-]{0,31}[OoОоlIІSs])(?=(?:[^\d]?\d){4})[\dOoОоlIІ|Ss][\dOoОоlIІ|Ss .-]{9,30}[\dOoОоlIІ|Ss](?![\p{L}\d])/gu;
/** Fewer digits in words than this are counting. */
const LEAST_DIGITS = 6;
/** A single word beside digits is most often no digit at all: "due 30.06.2024" is not the Italian two. */
const LEAST_WORDS = 2;
const TOKEN = /\p{L}[\p{L}\p{M}]*|\d|[^\p{L}\d]+/gu;

/** One piece of the new text and where it came from. */
interface Piece {
  text: string;
  start: number;
  end: number;
}

/** Digits written as words, in runs. */
function digitsInWords(text: string): Piece[] | null {
  if (!SOME_DIGIT.test(text)) return null;
  const pieces: Piece[] = [];
  let run: Piece[] = [];
  let words = 0;
  let times = 1;
  let changed = false;
  const close = (): void => {
    const digits = run.filter((piece) => piece.text !== '').length;
    if (words >= LEAST_WORDS && digits >= LEAST_DIGITS) changed = true;
    else run = run.map((piece) => ({ ...piece, text: text.slice(piece.start, piece.end) }));
    pieces.push(...run);
    run = [];
    words = 0;
    times = 1;
  };
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match;
    const place = { start: match.index, end: match.index + token.length };
    const signs = /^[〇零一二三四五六七八九]+$/u.test(token) ? [...token] : [token.toLowerCase()];
    const digit = /^\d$/.test(token) ? token : signs.map((sign) => DIGIT_OF.get(sign) ?? '').join('');
    const many = TIMES[token.toLowerCase()];
    if (digit !== '' && digit.length >= signs.length) {
      run.push({ text: digit.repeat(times), ...place });
      if (!/^\d$/.test(token)) words++;
      times = 1;
    } else if (many !== undefined) {
      times = many;
      run.push({ text: '', ...place });
    } else if (run.length > 0 && /^[\s,.\-–/]{1,3}$/.test(token)) run.push({ text: '', ...place });
    else {
      close();
      pieces.push({ text: token, ...place });
    }
  }
  close();
  return changed ? pieces : null;
}

/** "j o h n @ …": single characters with blanks between them. */
function spacedOut(text: string): Piece[] | null {
  const match = SPACED.exec(text);
  if (match === null) return null;
  const [run] = match;
  if (!run.includes('@') && (run.match(/\d/g) ?? []).length < 9) return null;
  const pieces: Piece[] = [{ text: text.slice(0, match.index), start: 0, end: match.index }];
  for (let i = 0; i < run.length; i++) if (run[i] !== ' ') pieces.push({ text: run[i]!, start: match.index + i, end: match.index + i + 1 });
  pieces.push({ text: text.slice(match.index + run.length), start: match.index + run.length, end: text.length });
  return pieces;
}

/** Letters that look like digits within a number. */
function lookAlikes(text: string): Piece[] | null {
  const plain = text.replace(LOOK_ALIKE, (run) => run.replace(/[OoОо]/g, '0').replace(/[lIІ|]/g, '1').replace(/[Ss]/g, '5'));
  return plain === text ? null : [{ text: plain, start: 0, end: text.length }];
}

/** Another reading of a text. */
export interface Unspelled extends Normalised {
  origin: number[];
  /** Digits were written as words. */
  inWords: boolean;
}

/** What a text may also say: numbers spelled as words, spaced out, or with letters for digits. With the way back to the original. */
export function unspelled({ text, origin }: Normalised): Unspelled[] {
  const views: Unspelled[] = [];
  for (const [kind, pieces] of [digitsInWords(text), spacedOut(text), lookAlikes(text)].entries()) {
    if (pieces === null) continue;
    let out = '';
    const back: number[] = [];
    const from = (at: number): number => (origin === null ? at : origin[at]!);
    for (const piece of pieces) {
      const same = piece.text.length === piece.end - piece.start;
      for (let i = 0; i < piece.text.length; i++) back.push(from(same ? piece.start + i : piece.start));
      out += piece.text;
    }
    back.push(from(text.length));
    views.push({ text: out, origin: back, inWords: kind === 0 });
  }
  return views;
}

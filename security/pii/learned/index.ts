import { placeInOriginal, spanInOriginal, type Normalised } from '../../text/index.ts';
import type { Finding, PiiType } from '../tiered.ts';
import { featuresOf, type Features } from './features.ts';
import { FIRST_READABLE, judge, KINDS, QUESTIONS, type Judged } from './model.ts';
import { piecesOf } from './pieces.ts';
import type { Token } from './tokens.ts';

export { COLUMNS, FIRST_READABLE, judge, KINDS, QUESTIONS, TEXT_LENGTH, toChances, type Judged } from './model.ts';
export { PLACES } from './features.ts';

/** A piece as it is learned from and judged. */
export interface Piece extends Features {
  /** Where it begins in the normalised text, in UTF-16 units. */
  start: number;
}

/** A text as the weights see it, with what the rules found in it. */
export function pieces(plain: Normalised, ruled: readonly Finding[]): Piece[] {
  return piecesOf(plain.text).map((piece) => ({
    start: piece.start,
    ...featuresOf(piece.text, (start, end) => {
      const [from, to] = [placeInOriginal(plain, piece.start + start), placeInOriginal(plain, piece.start + end)];
      return ruled.find((finding) => finding.start < to && finding.end > from)?.type ?? '';
    }),
  }));
}

/** How much the text as a whole counts beside its most suspicious token. */
const TEXT_SHARE = 1;
/** Above, a text is guarded, or labelled with a kind that stays readable. Set by cross-validation over the labelled lines (scripts/train-pii.ts --cross). */
const BORDERS = { guarded: 0.5, readable: -2 } as const;
/** One of many pieces looks suspicious by chance more often than one of few. */
const PER_PIECES = 0.35;
/** Where something was found, so probable a token is part of it: of unseen values about 96 of 100 signs are hidden, and of what is hidden 3 to 5 belong to none. */
const LEAST_PART = { guarded: 0.1, readable: 0.35 } as const;
/** One token of every part is so probable, or the most probable of all. */
const LEAST_CORE = 0.35;
const ALMOST = 1e-6;

const logit = (chance: number): number => Math.log((chance + ALMOST) / (1 - chance + ALMOST));
/** The chance of a token to be part of what a question asks for. */
function shareOf(chances: Float64Array, question: number): number {
  if (question > 0) return chances[FIRST_READABLE + question - 1]!;
  let sum = 0;
  for (let k = 1; k < FIRST_READABLE; k++) sum += chances[k]!;
  return sum;
}

/** How surely a piece holds what a question asks for; 0 is even. */
export function suspicionOf({ chances, sums }: Judged, question: number, ofPieces: number): number {
  let highest = 0;
  for (const token of chances) highest = Math.max(highest, shareOf(token, question));
  return logit(highest) + TEXT_SHARE * sums[question]! - PER_PIECES * Math.log2(ofPieces);
}

/** The likeliest kind within a range, over some tokens. */
function likeliest(chances: readonly Float64Array[], from: number, to: number): number {
  let best = from;
  const sumOf = (kind: number): number => chances.reduce((sum, token) => sum + token[kind]!, 0);
  for (let kind = from + 1; kind < to; kind++) if (sumOf(kind) > sumOf(best)) best = kind;
  return best;
}

/** Runs of marked tokens, with the marks of punctuation between two of them. */
function* runs(marked: readonly boolean[], tokens: readonly Token[]): Generator<[from: number, to: number]> {
  for (let from = 0; from < marked.length; from++) {
    if (!marked[from]) continue;
    let to = from;
    while (marked[to + 1] || (marked[to + 2] && tokens[to + 1]!.letters + tokens[to + 1]!.digits === 0)) to++;
    yield [from, to];
    from = to;
  }
}

function spansIn({ tokens, rows }: Features, judged: Judged, ofPieces: number): Finding[] {
  const { chances } = judged;
  const findings: Finding[] = [];
  for (let question = 0; question < QUESTIONS.length; question++) {
    if (suspicionOf(judged, question, ofPieces) <= (question === 0 ? BORDERS.guarded : BORDERS.readable)) continue;
    const shares = chances.map((token) => shareOf(token, question));
    const highest = Math.max(...shares);
    const least = Math.min(question === 0 ? LEAST_PART.guarded : LEAST_PART.readable, highest);
    const marked = shares.map((share) => share >= least);
    // Of a number in groups no group stays readable.
    if (question === 0) for (const { from, to } of rows) if (marked.slice(from, to + 1).includes(true)) marked.fill(true, from, to + 1);
    for (const [from, to] of runs(marked, tokens)) {
      if (Math.max(...shares.slice(from, to + 1)) < Math.min(LEAST_CORE, highest)) continue;
      const kind = question === 0 ? likeliest(chances.slice(from, to + 1), 1, FIRST_READABLE) : FIRST_READABLE + question - 1;
      findings.push({ type: KINDS[kind] as PiiType, start: tokens[from]!.start, end: tokens[to]!.end });
    }
  }
  return findings;
}

/** What looks like personal data by what was learned from labelled notes, in the original's UTF-16 units. Never throws. */
export function suspected(plain: Normalised, ruled: readonly Finding[]): Finding[] {
  const found: Finding[] = [];
  const all = pieces(plain, ruled);
  for (const piece of all) {
    for (const { type, start, end } of spansIn(piece, judge(piece), all.length)) {
      found.push({ type, ...spanInOriginal(plain, piece.start + start, piece.start + end) });
    }
  }
  return found;
}

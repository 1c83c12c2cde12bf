import { featuresOf, type Features } from './features.ts';
import { learned } from './weights.ts';

/** Unpacked when the first text is judged. */
let unpacked: Int8Array | null = null;
const weightsOf = (): Int8Array => (unpacked ??= Int8Array.from(atob(learned.weights), (char) => char.charCodeAt(0)));
/** From this sum on half of the texts are attacks: where cross-validation of the whole scanner over all twelve rounds finds 0.87 and flags 4.1 % (rounds 1 to 10: 0.91 and 3.9 %). */
const EVEN = 0.9;
/** How fast the chance grows around it. */
const STEEP = 1.1;
/** The weights alone make nobody certain. */
const MOST = 0.8;
/** One of many pieces looks like an attack by chance more often than one of few. */
const PER_PIECES = 0.12;

export function sumOf({ places, values }: Features): number {
  const weights = weightsOf();
  let sum = 0;
  for (let i = 0; i < places.length; i++) sum += weights[places[i]!]! * values[i]!;
  return learned.bias + learned.scale * sum;
}

/** In fewer words than this nobody is told what to do; of so little a letter or two would decide. Scripts without blanks say more in as many. */
const LEAST_WORDS = 3;
const LATIN = /^[\u0000-\u024f\s]*$/u;
const tellsEnough = (piece: string): boolean => !LATIN.test(piece) || piece.trim().split(/\s+/u).length >= LEAST_WORDS;

/** Chance that one of the pieces is an order to a model, by what was learned from labelled texts. */
export function chanceOf(pieces: readonly string[]): number {
  let highest = -Infinity;
  for (const piece of pieces) if (tellsEnough(piece)) highest = Math.max(highest, sumOf(featuresOf(piece)));
  const z = highest - PER_PIECES * Math.log2(Math.max(1, pieces.length)) - EVEN;
  return Math.min(MOST, 1 / (1 + Math.exp(-STEEP * z)));
}


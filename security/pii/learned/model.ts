import { inflateSync } from 'fflate';
import type { PiiType } from '../tiered.ts';
import { PLACES, type Features } from './features.ts';
import { learned } from './weights.ts';

/** What a token can be part of, in the order of the weights; the first is nothing. Those from `FIRST_READABLE` on stay readable (`TIER_OF`). */
export const KINDS = ['none', 'phone', 'government id', 'credential', 'bank account', 'address', 'date of birth', 'e-mail', 'licence plate', 'coordinates', 'health', 'name', 'location'] as const satisfies readonly (PiiType | 'none')[];
export const FIRST_READABLE = KINDS.indexOf('health');
/** What a text as a whole is asked for: whether anything in it is to be guarded, and each kind that stays readable. */
export const QUESTIONS = ['guarded', ...KINDS.slice(FIRST_READABLE)] as const;
/** One column for each kind a token can be, then one for each question. */
export const COLUMNS = KINDS.length + QUESTIONS.length;
/** Length of a text as a vector of its features, so that a long one does not count more. */
export const TEXT_LENGTH = 6;

interface Weights {
  /** Row of a place, counted from 1; 0 for features that were too rare to learn from. */
  rowOf: Int32Array;
  /** Levels of every row, one after the other. */
  levels: Int8Array;
}
/** Unpacked when the first text is judged. */
let unpacked: Weights | null = null;

/** The bytes hold the gaps between places as base-128 numbers, low parts first, then the columns one after the other. */
function unpack(): Weights {
  const bytes = inflateSync(Buffer.from(learned.weights, 'base64'));
  const rowOf = new Int32Array(PLACES);
  let [at, place] = [0, 0];
  for (let row = 1; row <= learned.rows; row++) {
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!;
      place += (byte & 127) << shift;
      if (byte < 128) break;
    }
    rowOf[place] = row;
  }
  const levels = new Int8Array((learned.rows + 1) * COLUMNS);
  for (let column = 0; column < COLUMNS; column++) for (let row = 1; row <= learned.rows; row++) levels[row * COLUMNS + column] = bytes[at++]! << 24 >> 24;
  return { rowOf, levels };
}

/** What the weights say of a text. */
export interface Judged {
  /** For every token the chance of each kind, 0 to 1, their sum 1. */
  chances: Float64Array[];
  /** For every question how much the text as a whole looks like it: above 0 more likely than not. */
  sums: number[];
}

/** Makes chances of sums, in place (softmax); `gain` scales the sums first. */
export function toChances(sums: Float64Array, gain = 1): void {
  let [highest, total] = [-Infinity, 0];
  for (const sum of sums) highest = Math.max(highest, sum * gain);
  for (let k = 0; k < sums.length; k++) total += sums[k] = Math.exp(sums[k]! * gain - highest);
  for (let k = 0; k < sums.length; k++) sums[k]! /= total;
}

/** When each row was last counted: for a token, and for a text. One text is judged at a time, so they are shared. */
let stamps: { token: Uint32Array; text: Uint32Array } | null = null;
let [tokenStamp, textStamp] = [0, 0];

export function judge({ places }: Features): Judged {
  const { rowOf, levels } = (unpacked ??= unpack());
  const { token: inToken, text: inText } = (stamps ??= { token: new Uint32Array(learned.rows + 1), text: new Uint32Array(learned.rows + 1) });
  textStamp++;
  const totals = new Float64Array(QUESTIONS.length);
  let known = 0;
  const chances = places.map((own) => {
    tokenStamp++;
    const sums = new Float64Array(KINDS.length);
    for (let i = 0; i < own.length; i++) {
      const row = rowOf[own[i]!]!;
      if (row === 0 || inToken[row] === tokenStamp) continue;
      inToken[row] = tokenStamp;
      const from = row * COLUMNS;
      for (let k = 0; k < KINDS.length; k++) sums[k]! += levels[from + k]!;
      if (inText[row] === textStamp) continue;
      inText[row] = textStamp;
      known++;
      for (let question = 0; question < QUESTIONS.length; question++) totals[question]! += levels[from + KINDS.length + question]!;
    }
    for (let k = 0; k < KINDS.length; k++) sums[k]! *= learned.scales[0];
    toChances(sums);
    return sums;
  });
  const scale = known === 0 ? 0 : (learned.scales[1] * TEXT_LENGTH) / Math.sqrt(known);
  return { chances, sums: learned.biases.map((bias, question) => bias + totals[question]! * scale) };
}

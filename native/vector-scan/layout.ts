/**
 * One entry of a code table in shared memory, fixed stride:
 * memory number (int32) · scope (int32) · state (int32) · scale (float32) · int8 per dimension, padded to 16.
 * The first 64 bytes are the header: entry count, dimensions.
 */
export const HEADER_BYTES = 64;
export const ENTRY_HEAD_BYTES = 16;

/** Dead entries are skipped; `past` ones answer only queries that ask for the past. */
export const State = { dead: 0, live: 1, past: 2 } as const;

export const strideOf = (dimensions: number): number => ENTRY_HEAD_BYTES + Math.ceil(dimensions / 16) * 16;

/** Int8 code of a vector: `code[i] * scale` is close to `vector[i]`. */
export interface Code {
  scale: number;
  code: Int8Array;
}

export function quantise(vector: Float32Array): Code {
  let most = 0;
  for (const x of vector) most = Math.max(most, Math.abs(x));
  const scale = most / 127;
  const code = new Int8Array(vector.length);
  if (scale > 0) for (let i = 0; i < vector.length; i++) code[i] = Math.round(vector[i]! / scale);
  return { scale, code };
}

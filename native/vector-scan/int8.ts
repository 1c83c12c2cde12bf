/** Int8 code of a vector: `code[i] * scale` is close to `vector[i]`. */
export interface Code {
  scale: number;
  code: Int8Array;
}

export function quantise(vector: Float32Array): Code {
  let most = 0;
  for (let i = 0; i < vector.length; i++) most = Math.max(most, Math.abs(vector[i]!));
  const scale = most / 127;
  const code = new Int8Array(vector.length);
  if (scale > 0) for (let i = 0; i < vector.length; i++) code[i] = Math.round(vector[i]! / scale);
  return { scale, code };
}

/** What an int8 code still tells of its vector: a copy degraded to 255 levels. */
export function dequantise({ scale, code }: Code): Float32Array {
  const vector = new Float32Array(code.length);
  for (let i = 0; i < code.length; i++) vector[i] = code[i]! * scale;
  return vector;
}

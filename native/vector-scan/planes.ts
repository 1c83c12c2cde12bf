/**
 * A turned vector in eight even steps per dimension, as three planes of a bit each: the highest are its
 * signs, which are scanned; the two others tell the candidates of a scan apart. Step b of a dimension
 * stands for 2b − 7 half steps, so a sum over planes of ±1 needs no other weights than 4, 2 and 1.
 */
export const PLANES = 3;
/** What each plane counts in a sum. */
export const PLANE_WEIGHTS = [4, 2, 1] as const;
const HALF = 2 ** (PLANES - 1);
/** Step of the best even quantiser of eight levels, in standard deviations of a normal variable (Max 1960). */
const STEP = 0.586;

/** Steps −4..3 of each dimension. */
export function stepsOf(turned: Float32Array): Int8Array {
  let squares = 0;
  for (const y of turned) squares += y * y;
  const step = STEP * Math.sqrt(squares / turned.length);
  const steps = new Int8Array(turned.length);
  // A loop, because `Int8Array.from` with a function takes ten times as long.
  if (step > 0) for (let i = 0; i < turned.length; i++) steps[i] = Math.max(-HALF, Math.min(HALF - 1, Math.floor(turned[i]! / step)));
  return steps;
}

/** What a step stands for, in half steps: odd, −7..7. */
export const halfSteps = (step: number): number => 2 * step + 1;

/** The planes one after the other, the signs first. Bit i of byte b of a plane is dimension 8b + i. */
export function planesOf(steps: Int8Array): Uint8Array {
  const bytes = Math.ceil(steps.length / 8);
  const out = new Uint8Array(PLANES * bytes);
  for (let i = 0; i < steps.length; i++) {
    const level = steps[i]! + HALF;
    for (let plane = 0; plane < PLANES; plane++)
      if (level & PLANE_WEIGHTS[plane]!) out[plane * bytes + (i >> 3)]! |= 1 << (i & 7);
  }
  return out;
}

import { turn, type Frame } from './frame.ts';
import { halfSteps, PLANES, planesOf, stepsOf } from './planes.ts';
import { checkVector } from './vector-check.ts';

/**
 * The signs of a turned vector y, which are scanned, with two finer planes, and what is needed to estimate an
 * inner product from them: q·x = (q−c)·c + c·x + (q−c)·y with (q−c)·y ≈ scale · Σ hᵢ(q−c)ᵢ, h the half steps.
 */
export interface BitCode {
  /** |y|² / Σ hᵢyᵢ: makes the estimate right on average over rotations (RaBitQ, Gao & Long 2024, and its extension to more bits). */
  scale: number;
  /** c·x, which the signs of the centred vector do not hold. */
  offset: number;
  /** The planes one after the other, the signs first. Bit i of byte b is dimension 8b + i. */
  bits: Uint8Array;
}

/** Throws what `checkVector` throws. */
export function encodeBits(frame: Frame, vector: Float32Array): BitCode {
  const dimensions = frame.mean.length;
  checkVector(vector, dimensions);
  const turned = turn(frame, vector);
  const steps = stepsOf(turned);
  let squares = 0;
  let sum = 0;
  let offset = 0;
  for (let i = 0; i < dimensions; i++) {
    const y = turned[i]!;
    squares += y * y;
    sum += halfSteps(steps[i]!) * y;
    offset += frame.mean[i]! * vector[i]!;
  }
  return { scale: Math.fround(sum > 0 ? squares / sum : 0), offset: Math.fround(offset), bits: planesOf(steps) };
}

/** The plane that is scanned. */
export const signsOf = ({ bits }: BitCode): Uint8Array => bits.subarray(0, bits.length / PLANES);

const HEAD = 8;

/** The code as stored bytes: scale and offset as float32, little endian, then the bits. */
export function packBits(code: BitCode): Uint8Array {
  const out = new Uint8Array(HEAD + code.bits.length);
  const view = new DataView(out.buffer);
  view.setFloat32(0, code.scale, true);
  view.setFloat32(4, code.offset, true);
  out.set(code.bits, HEAD);
  return out;
}

export function unpackBits(bytes: Uint8Array): BitCode {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return { scale: view.getFloat32(0, true), offset: view.getFloat32(4, true), bits: bytes.slice(HEAD) };
}

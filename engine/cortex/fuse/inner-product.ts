/** Of two vectors of one length; the cosine of such of length one. A plain loop, because a callback takes ten times as long. */
export function innerProduct(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

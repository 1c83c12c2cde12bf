/** Rounds of subspace iteration; the leading axes settle long before. */
const ROUNDS = 60;

export interface Axes {
  mean: Float32Array;
  /** Orthonormal, one row per axis. */
  axes: Float64Array[];
}

/** The directions in which rows differ most (principal components), by subspace iteration on their covariance. */
export function principalAxes(rows: readonly Float32Array[], count: number): Axes {
  const size = rows[0]!.length;
  const mean = new Float32Array(size);
  for (const row of rows) row.forEach((x, i) => (mean[i]! += x / rows.length));
  const covariance = Array.from({ length: size }, () => new Float64Array(size));
  const centred = new Float64Array(size);
  for (const row of rows) {
    for (let i = 0; i < size; i++) centred[i] = row[i]! - mean[i]!;
    for (let i = 0; i < size; i++) {
      const own = covariance[i]!;
      const x = centred[i]!;
      for (let j = i; j < size; j++) own[j]! += x * centred[j]!;
    }
  }
  for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) covariance[i]![j] = covariance[j]![i]!;
  // Any start that is not orthogonal to the answer does; sines are the same everywhere.
  let axes = orthonormal(Array.from({ length: count }, (_, a) => Float64Array.from({ length: size }, (_, i) => Math.sin(1 + a * 7.31 + i * (a + 1) * 0.37))));
  for (let round = 0; round < ROUNDS; round++)
    axes = orthonormal(axes.map((axis) => Float64Array.from(covariance, (row) => { let sum = 0; for (let i = 0; i < size; i++) sum += row[i]! * axis[i]!; return sum; })));
  return { mean, axes };
}

/** Gram and Schmidt, twice, against rounding. */
function orthonormal(rows: Float64Array[]): Float64Array[] {
  const done: Float64Array[] = [];
  for (const row of rows) {
    for (let twice = 0; twice < 2; twice++)
      for (const other of done) {
        let along = 0;
        for (let i = 0; i < row.length; i++) along += row[i]! * other[i]!;
        for (let i = 0; i < row.length; i++) row[i]! -= along * other[i]!;
      }
    const length = Math.hypot(...row) || 1;
    done.push(row.map((x) => x / length));
  }
  return done;
}

/** A row seen along the axes, of length one. */
export function along(row: Float32Array, { mean, axes }: Axes): Float32Array {
  const seen = Float32Array.from(axes, (axis) => { let sum = 0; for (let i = 0; i < row.length; i++) sum += (row[i]! - mean[i]!) * axis[i]!; return sum; });
  const length = Math.hypot(...seen) || 1;
  return seen.map((x) => x / length);
}

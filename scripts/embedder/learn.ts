/** A text as the numbers of its words, and where its average should point. */
export interface Lesson {
  words: number[];
  target: Float32Array;
}

const EPOCHS = 4;
const BATCH = 512;
const MOST_WORDS = 30;
const RATE = 6e-4;
const MOMENTUM = 0.9;
const MEMORY = 0.999;
/** How sharply a text's own target is told from the others of its batch. */
const SHARPNESS = 20;

/**
 * Moves word vectors so that their sum points where a sentence encoder points: cosine, and a contrast
 * with the other texts of the batch (van den Oord et al. 2018), by Adam on the rows that occur. `rows`
 * is changed. `random` gives numbers in 0..1.
 */
export function learn(rows: readonly Float32Array[], lessons: readonly Lesson[], random: () => number, tell: (epoch: number, cosine: number) => void): void {
  const size = rows[0]!.length;
  const first = new Map<number, Float32Array>();
  const second = new Map<number, Float32Array>();
  const order = lessons.map((_, i) => i);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(random() * (i + 1));
      [order[i], order[j]] = [order[j]!, order[i]!];
    }
    let cosine = 0;
    for (let start = 0; start < order.length; start += BATCH) {
      const batch = order.slice(start, start + BATCH).map((i) => lessons[i]!);
      const gradients = new Map<number, Float32Array>();
      cosine += gradientsOf(rows, batch, size, gradients);
      for (const [word, gradient] of gradients) step(rows[word]!, gradient, kept(first, word, size), kept(second, word, size));
    }
    tell(epoch, cosine / lessons.length);
  }
}

function kept(of: Map<number, Float32Array>, word: number, size: number): Float32Array {
  let row = of.get(word);
  if (row === undefined) of.set(word, (row = new Float32Array(size)));
  return row;
}

function step(row: Float32Array, gradient: Float32Array, first: Float32Array, second: Float32Array): void {
  for (let i = 0; i < row.length; i++) {
    first[i] = MOMENTUM * first[i]! + (1 - MOMENTUM) * gradient[i]!;
    second[i] = MEMORY * second[i]! + (1 - MEMORY) * gradient[i]! ** 2;
    row[i]! -= (RATE * first[i]!) / (Math.sqrt(second[i]!) + 1e-8);
  }
}

/** Adds up what each word of a batch should change by; returns the sum of cosines. */
function gradientsOf(rows: readonly Float32Array[], batch: readonly Lesson[], size: number, into: Map<number, Float32Array>): number {
  const lengths = new Float32Array(batch.length);
  const units = batch.map(({ words }, b) => {
    const sum = new Float32Array(size);
    for (const word of words.slice(0, MOST_WORDS)) for (let i = 0; i < size; i++) sum[i]! += rows[word]![i]!;
    lengths[b] = Math.hypot(...sum) + 1e-6;
    return sum.map((x) => x / lengths[b]!);
  });
  let cosines = 0;
  batch.forEach(({ words }, b) => {
    const unit = units[b]!;
    const likes = batch.map((other) => { let sum = 0; for (let i = 0; i < size; i++) sum += unit[i]! * other.target[i]!; return sum; });
    cosines += likes[b]!;
    const top = Math.max(...likes);
    const odds = likes.map((like) => Math.exp(SHARPNESS * (like - top)));
    const all = odds.reduce((a, c) => a + c, 0);
    const pull = new Float32Array(size);
    batch.forEach((other, o) => {
      const share = odds[o]! / all - (o === b ? 2 : 0);
      if (Math.abs(share) < 1e-6) return;
      for (let i = 0; i < size; i++) pull[i]! += share * other.target[i]!;
    });
    let lengthwise = 0;
    for (let i = 0; i < size; i++) lengthwise += pull[i]! * unit[i]!;
    for (const word of words.slice(0, MOST_WORDS)) {
      const gradient = kept(into, word, size);
      for (let i = 0; i < size; i++) gradient[i]! += (pull[i]! - lengthwise * unit[i]!) / lengths[b]! / batch.length;
    }
  });
  return cosines;
}

/** Rows that `matrix` makes of features, where it was fitted by ridge regression (Hoerl and Kennard 1970) on weighted examples. */
export function ridge(features: readonly Float32Array[], targets: readonly Float32Array[], weights: ArrayLike<number>, strength = 1): (feature: Float32Array) => Float32Array {
  const [n, m] = [features[0]!.length, targets[0]!.length];
  const left = Array.from({ length: n }, (_, i) => Float64Array.from({ length: n + m }, (_, j) => (i === j ? strength : 0)));
  features.forEach((feature, r) => {
    const weight = weights[r]!;
    if (weight === 0) return;
    for (let i = 0; i < n; i++) {
      const x = feature[i]! * weight;
      const row = left[i]!;
      for (let j = 0; j < n; j++) row[j]! += x * feature[j]!;
      for (let j = 0; j < m; j++) row[n + j]! += x * targets[r]![j]!;
    }
  });
  // Gauss and Jordan; the matrix is symmetric and positive, so no pivot is needed.
  for (let i = 0; i < n; i++) {
    const pivot = left[i]![i]!;
    for (let j = i; j < n + m; j++) left[i]![j]! /= pivot;
    for (let k = 0; k < n; k++) {
      const factor = left[k]![i]!;
      if (k === i || factor === 0) continue;
      for (let j = i; j < n + m; j++) left[k]![j]! -= factor * left[i]![j]!;
    }
  }
  return (feature) => Float32Array.from({ length: m }, (_, j) => { let sum = 0; for (let i = 0; i < n; i++) sum += feature[i]! * left[i]![n + j]!; return sum; });
}

/**
 * Where a conversation is going (§8.6): the exponentially weighted centroid of its turns, the step the
 * centroid made last, and how steady its direction is. Vectors are of one space; none need be normalised.
 */
export interface Momentum {
  /** Exponential centroid; of length 1 unless every turn was the zero vector. */
  centroid: Float32Array;
  /** The centroid minus what it was one turn before. */
  velocity: Float32Array;
  /** 0..1: how near each turn was to the centroid before it, the latest counting most; 0 before the second turn. */
  stability: number;
  turns: number;
}

/** Weight of a new turn in the centroid; each older turn counts `1 - NEW_TURN` times the next one. */
export const NEW_TURN = 0.5;
/** Weight of the newest agreement in the stability. */
const NEW_AGREEMENT = 0.4;

export const dot = (a: Float32Array, b: Float32Array): number => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
};

/** Cosine; 0 when either is the zero vector. */
export function cosine(a: Float32Array, b: Float32Array): number {
  const norm = Math.sqrt(dot(a, a) * dot(b, b));
  return norm === 0 ? 0 : Math.max(-1, Math.min(1, dot(a, b) / norm));
}

/** The vector at length 1; the zero vector stays. */
export function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector));
  return length === 0 ? vector : vector.map((x) => x / length);
}

const isZero = (vector: Float32Array): boolean => vector.every((x) => x === 0);

/** The momentum after one more turn; null stands for none yet. A turn that says nothing (zero vector) changes only the count. */
export function moved(before: Momentum | null, turn: Float32Array): Momentum {
  if (before === null) return { centroid: unit(turn), velocity: new Float32Array(turn.length), stability: 0, turns: 1 };
  if (turn.length !== before.centroid.length) throw new RangeError('a turn of another space');
  if (isZero(turn)) return { ...before, turns: before.turns + 1 };
  const { centroid: old } = before;
  const step = unit(turn);
  if (isZero(old)) return { centroid: step, velocity: new Float32Array(turn.length), stability: 0, turns: before.turns + 1 };
  const centroid = unit(old.map((x, i) => (1 - NEW_TURN) * x + NEW_TURN * step[i]!));
  const agreement = (1 + cosine(old, step)) / 2;
  return {
    centroid, velocity: centroid.map((x, i) => x - old[i]!),
    stability: before.stability === 0 ? agreement : (1 - NEW_AGREEMENT) * before.stability + NEW_AGREEMENT * agreement,
    turns: before.turns + 1,
  };
}

/** Momentum of turns, oldest first; null without any. */
export const momentumOf = (turns: readonly Float32Array[]): Momentum | null => turns.reduce<Momentum | null>(moved, null);

/** Where the next turn is likely to lie: the centroid moved on by its last step, as far as the direction is steady. */
export const ahead = ({ centroid, velocity, stability }: Momentum): Float32Array => unit(centroid.map((x, i) => x + stability * velocity[i]!));

/** A query leant towards the momentum. @param share 0 leaves the query as it is, 1 takes the centroid alone */
export function blended(query: Float32Array, { centroid }: Momentum, share: number): Float32Array {
  const own = unit(query);
  return unit(own.map((x, i) => (1 - share) * x + share * centroid[i]!));
}

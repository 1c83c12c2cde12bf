import { seeded } from './seeded.ts';

/**
 * Vectors that lie as embeddings of texts do, repeatable by seed: a cone around a common direction,
 * topics in it with sub-topics, few of them crowded and many small; within a sub-topic most of the
 * spread is along a few directions of its own. Uniform vectors would flatter or punish codes wrongly.
 */
export interface Clusters {
  /** All vectors one after the other, each of length one. */
  vectors: Float32Array;
  at: (i: number) => Float32Array;
  /** A vector near a random one of them (cosine about 0.87), as a question is near its answer. */
  question: () => Float32Array;
}

const TOPICS = 40;
const MOST_SUBTOPICS = 2000;
const DIRECTIONS = 4096;
const DIRECTIONS_PER_SUBTOPIC = 48;
const DIRECTIONS_PER_VECTOR = 8;
/** Lengths of the parts a vector is the sum of. */
const part = { common: 0.8, topic: 0.6, subtopic: 0.6, own: 0.7, noise: 0.35 };
const QUESTION_NOISE = 0.57;
const NOISE_TABLE = 1 << 20;

export function clusters(count: number, dimensions: number, seed = 1): Clusters {
  const random = seeded(seed);
  const gauss = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const noise = Float32Array.from({ length: NOISE_TABLE + dimensions }, () => gauss() / Math.sqrt(dimensions));
  const below = (limit: number) => Math.floor(random() * limit);
  const direction = () => {
    const from = below(NOISE_TABLE);
    return noise.subarray(from, from + dimensions);
  };
  const add = (to: Float32Array, from: Float32Array, factor: number) => {
    for (let i = 0; i < dimensions; i++) to[i]! += from[i]! * factor;
  };
  const directions = Array.from({ length: DIRECTIONS }, direction);
  const common = direction();
  const topics = Array.from({ length: TOPICS }, direction);
  const subtopics = Array.from({ length: Math.max(1, Math.min(MOST_SUBTOPICS, Math.ceil(count / 50))) }, () => {
    const centre = new Float32Array(dimensions);
    add(centre, common, part.common);
    add(centre, topics[below(TOPICS)]!, part.topic);
    add(centre, direction(), part.subtopic);
    return { centre, own: Array.from({ length: DIRECTIONS_PER_SUBTOPIC }, () => below(DIRECTIONS)) };
  });
  const vectors = new Float32Array(count * dimensions);
  const at = (i: number) => vectors.subarray(i * dimensions, (i + 1) * dimensions);
  for (let n = 0; n < count; n++) {
    const { centre, own } = subtopics[Math.floor(subtopics.length * random() ** 2)]!;
    const vector = at(n);
    vector.set(centre);
    for (let i = 0; i < DIRECTIONS_PER_VECTOR; i++) add(vector, directions[own[below(own.length)]!]!, (gauss() * part.own) / Math.sqrt(DIRECTIONS_PER_VECTOR));
    add(vector, direction(), part.noise);
    normalise(vector);
  }
  const question = () => {
    const vector = at(below(count)).slice();
    add(vector, direction(), QUESTION_NOISE);
    return normalise(vector);
  };
  return { vectors, at, question };
}

function normalise(vector: Float32Array): Float32Array {
  const length = Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));
  for (let i = 0; i < vector.length; i++) vector[i] = vector[i]! / length;
  return vector;
}

/** Numbers of the k vectors with the largest inner product, best first: what codes are judged by. */
export function nearest({ vectors }: Clusters, question: Float32Array, k: number): number[] {
  const dimensions = question.length;
  const best: { i: number; score: number }[] = [];
  for (let i = 0, at = 0; at < vectors.length; i++, at += dimensions) {
    let score = 0;
    for (let d = 0; d < dimensions; d++) score += question[d]! * vectors[at + d]!;
    if (best.length === k && score <= best[k - 1]!.score) continue;
    const place = best.findIndex((one) => one.score < score);
    best.splice(place < 0 ? best.length : place, 0, { i, score });
    best.length = Math.min(best.length, k);
  }
  return best.map((one) => one.i);
}

export { findByGraph } from './graph.ts';
export { findByTime, type TimeFound } from './time.ts';
export { nearSealed } from './sealed-vectors.ts';
export { findByVectors, LEAST_COSINE } from './vectors.ts';
export { findByWords, type ChannelQuery, type WordsFound } from './words.ts';

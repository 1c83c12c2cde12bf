export { findByGraph, findByTime, findByVectors, findByWords, findSealed, type ChannelQuery } from './channels/index.ts';
export { diversify, fuseByRank, type Fused, type RankedList } from './fuse/index.ts';
export { analyse, STOP_WORDS, type Analysis } from './gate/index.ts';
export { duplicatesAmong } from './quality/index.ts';
export { VectorIndex } from './vectors/index.ts';

export { diversify } from './diversity.ts';
export { fuseByRank, RRF_K, type Fused, type RankedList } from './rank-fusion.ts';

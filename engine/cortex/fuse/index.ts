export { diversify } from './diversity.ts';
export { fuseByRank, poolOf, RRF_K, type Fused, type RankedList } from './rank-fusion.ts';

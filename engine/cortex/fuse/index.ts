export { diversify } from './diversity.ts';
export { innerProduct } from './inner-product.ts';
export { fuseByRank, poolOf, RRF_K, seatedOf, type Fused, type RankedList } from './rank-fusion.ts';

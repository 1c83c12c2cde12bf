export { HnswThread, type HnswFound, type HnswItems } from './hnsw.ts';

export { VectorIndex } from './vector-index.ts';

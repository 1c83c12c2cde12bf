export { cluesOf, type Candidate, type Clues, type Question, type Reading } from './clues.ts';
export { CROSS, scoreOf, type Reranking } from './rerank.ts';
export { RERANKING } from './weights.ts';

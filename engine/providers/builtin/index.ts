export { openBuiltin } from './builtin.ts';
export { pieceBuckets, wordsIn } from './word-pieces.ts';

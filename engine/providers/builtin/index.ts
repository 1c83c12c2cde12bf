export { openBuiltin } from './builtin.ts';
export { pieceBuckets, probabilityOf, SIF_A, sifWeight, wordsIn } from './word-pieces.ts';

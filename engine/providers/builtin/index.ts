export { openBuiltin } from './builtin.ts';
export { pieceBuckets, probabilityOf, SIF_A, sifWeight } from './word-pieces.ts';

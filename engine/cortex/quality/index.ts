export { toldOfAnother } from './abstain.ts';
export { duplicatesAmong, type Comparable } from './duplicates.ts';

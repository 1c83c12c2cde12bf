export { toldOfAnother } from './abstain.ts';
export { GRADED, gradeOf, isBetter, type Wanted } from './grade.ts';
export { duplicatesAmong, type Comparable } from './duplicates.ts';

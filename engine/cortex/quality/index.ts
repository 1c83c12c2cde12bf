export { duplicatesAmong, type Comparable } from './duplicates.ts';

export { clausesOf, denies, type Clause } from './clauses.ts';
export { levelsOf, type Levels } from './levels.ts';
export { describe, kindOf, perceive, type Proposition } from './perceive.ts';
export { RING_TURNS, SensoryRing, type Turn } from './ring.ts';
export { sentencesOf } from './sentences.ts';

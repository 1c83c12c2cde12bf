export { classify, detect, redactOnly, type TierChoice } from './classify.ts';
export { readForLearning, type ReadForLearning } from './lesson.ts';
export { COLUMNS, FIRST_READABLE, judge, KINDS, PLACES, QUESTIONS, suspicionOf, TEXT_LENGTH, toChances, type Judged, type Piece } from './learned/index.ts';
export type { Finding, PiiType, Tiered } from './tiered.ts';

export { analyse, namesToLookUp, type Analysis, type TimeSpan } from './analyse.ts';
export { calledNames, type CalledNames, type Mention } from './names.ts';
export { STOP_WORDS } from './stop-words.ts';
export { datesIn, readTime, type NamedSpan, type Recurring, type Relation, type TimeReading } from './time/reading.ts';

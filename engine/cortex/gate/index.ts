export { analyse, namesToLookUp, type Analysis, type TimeSpan } from './analyse.ts';
export { type Gate } from './decide.ts';
export { INTENTS, type Intent } from './intent/intents.ts';
export { profileOf, type IntentProfile } from './intent/profile.ts';
export { calledNames, type CalledNames, type Mention } from './names.ts';
export { STOP_WORDS } from './stop-words.ts';
export { datesIn, readTime, type NamedSpan, type Recurring, type Relation, type TimeReading } from './time/reading.ts';
export { understand, type Surroundings, type Understanding } from './understand.ts';

export { analyse, namesToLookUp, type Analysis, type TimeSpan } from './analyse.ts';
export { calledNames, type CalledNames, type Mention } from './names.ts';
export { STOP_WORDS } from './stop-words.ts';

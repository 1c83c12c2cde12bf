export { analyse, type Analysis, type TimeSpan } from './analyse.ts';
export { STOP_WORDS } from './stop-words.ts';

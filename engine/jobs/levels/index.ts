export { remakeLevels, type LevelsModel } from './remake.ts';

export { backfill } from './embed/index.ts';
export { forkReader, ImportReader, isArchive, sourceAt, sourceIn, type ImportSource, type ReaderProcess, type StartReader } from './import/index.ts';
export { remakeLevels, type LevelsModel } from './levels/index.ts';
export { JobRunner, type Progress, type Work } from './runner.ts';

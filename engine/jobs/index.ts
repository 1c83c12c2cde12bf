export { backfill } from './embed/index.ts';
export { JobRunner, type Progress, type Work } from './runner.ts';

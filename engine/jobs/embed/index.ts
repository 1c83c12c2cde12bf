export { backfill } from './backfill.ts';

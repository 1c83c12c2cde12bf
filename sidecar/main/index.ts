export type { Flags } from './flags.ts';
export { endAs, supervise, type Ending } from './supervisor.ts';

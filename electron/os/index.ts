export { dataFolder } from './data-folder.ts';
export { lockWithSystem } from './lock-events.ts';

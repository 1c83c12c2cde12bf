export { dataFolder } from './data-folder.ts';
export { findRunning, isAlive, type Running } from './running.ts';
export { pagesFolder, runSidecar, version, type Sidecar, type SidecarOptions } from './run.ts';
export { readSidecarFile, type SidecarFile } from './sidecar-file.ts';

export { runSidecar, type Sidecar, type SidecarOptions } from './run.ts';

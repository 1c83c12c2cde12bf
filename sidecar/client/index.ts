export { claimIn, ClientClaim, encodeClaim } from './claim.ts';
export { connect, type Connection, type ConnectOptions, type ContractClient } from './connect.ts';
export { dataFolder } from './data-folder.ts';
export { failureOf } from './failure.ts';
export { freshAddress } from './fresh-address.ts';
export { findRunning, isAlive, type Running } from './running.ts';
export { readSidecarFile, removeSidecarFile, writeSidecarFile, type SidecarFile } from './sidecar-file.ts';

export type { ConnectionState } from './connection.ts';
export { client, connection, engine, isDesktop, queryClient } from './engine.ts';
export { bodyFault, ConnectionLost, faultOf, isLost, type Fault } from './fault.ts';
export { gateNow, onBlank, setGate, type Gate, type GateState } from './gate.ts';
export { useConnection, useGate } from './hooks.ts';
export { keepJob, startLive } from './live.ts';
export { blankAllTabs } from './tabs.ts';
export { lockVault } from './lock.ts';
export { useTask, type Task } from './task.ts';

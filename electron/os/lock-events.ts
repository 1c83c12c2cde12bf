import { powerMonitor } from 'electron';

/** Moments at which somebody else may sit down at the machine, or its memory may be written to disk. */
const moments = ['suspend', 'lock-screen', 'user-did-resign-active', 'shutdown'] as const;

/** Calls `lock` at every such moment that this system reports. */
export function lockWithSystem(lock: () => void): void {
  for (const moment of moments) powerMonitor.on(moment as 'suspend', lock);
}

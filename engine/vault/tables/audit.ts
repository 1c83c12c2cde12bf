import { run, type WritableVault } from './handle.ts';

export interface AuditEntry {
  operation: string;
  /** Public id; null for what concerns the whole vault. */
  memory: string | null;
  /** `person`, `engine`, or the name of a client. */
  actor: string;
  count: number;
}

/** What happened to which memory, never its content. */
export function record(db: WritableVault, entry: AuditEntry, now: number): void {
  run(db, 'INSERT INTO audit (at, operation, memory, actor, count) VALUES (?, ?, ?, ?, ?)', now, entry.operation, entry.memory, entry.actor, entry.count);
}

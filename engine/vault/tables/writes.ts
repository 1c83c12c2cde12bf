import { record, type AuditEntry } from './audit.ts';
import {
  approveMemories, editMemory, eraseMemories, feedbackMemory, forgetMemory, pinMemory, recordUses, relateMemories, restoreMemory,
} from './changes.ts';
import { interruptJobs, removeProvider, saveJob, saveProvider, saveSettings, writeHead } from './configuration.ts';
import { removeAgent, removeSession, saveAgent, saveMessages, saveSession, settleStreaming } from './conversations.ts';
import type { WritableVault } from './handle.ts';
import { storeMemories } from './store.ts';
import { ensureSpace, putEmbeddings } from './vectors.ts';

const audit = (db: WritableVault, entry: AuditEntry & { now: number }): void => record(db, entry, entry.now);

/** Everything the writer thread can be asked. Each runs in its own savepoint. */
export const writes = {
  storeMemories, editMemory, pinMemory, forgetMemory, restoreMemory, feedbackMemory, relateMemories, approveMemories, eraseMemories, recordUses,
  ensureSpace, putEmbeddings,
  saveSession, removeSession, saveMessages, settleStreaming, saveAgent, removeAgent,
  saveSettings, saveProvider, removeProvider, saveJob, interruptJobs, writeHead, audit,
} satisfies Record<string, (db: WritableVault, input: never) => unknown>;
export type Writes = typeof writes;

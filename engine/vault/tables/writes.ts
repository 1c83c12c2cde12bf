import { record, type AuditEntry } from './audit.ts';
import { beginBits, fillBits } from './codes.ts';
import {
  approveMemories, editMemory, judgeMemories, feedbackMemory, forgetMemory, pinMemory, recordUses, relateMemories, restoreMemory, withdrawApproval,
} from './changes.ts';
import { interruptJobs, removeProvider, saveJob, saveProvider, saveSettings } from './configuration.ts';
import { beginTurn, removeAgent, removeSession, saveAgent, saveMessages, saveSession, settleStreaming } from './conversations.ts';
import { dismissMemory, dropDismissals } from './dismissals.ts';
import { eraseMemories } from './erase.ts';
import type { WritableVault } from './handle.ts';
import { advanceHead } from './head.ts';
import { addIdentity, changeIdentity, countReads, spend } from './identities.ts';
import { putLevels } from './levels.ts';
import { putSealedVectors } from './look-ups.ts';
import { dropMindsets, saveMindset } from './mindsets.ts';
import { fillTimes } from './named-times.ts';
import { storeMemories } from './store.ts';
import { relateImported, storeImported, storeVersions } from './transfer.ts';
import { ensureSpace, putEmbeddings } from './vectors.ts';

const audit = (db: WritableVault, entries: readonly (AuditEntry & { now: number })[]): void => {
  for (const entry of entries) record(db, entry, entry.now);
};

/** Everything the writer thread can be asked. Each runs in its own savepoint. */
export const writes = {
  storeMemories, editMemory, pinMemory, forgetMemory, restoreMemory, feedbackMemory, relateMemories, approveMemories, withdrawApproval, judgeMemories, eraseMemories, recordUses,
  storeImported, storeVersions, relateImported, ensureSpace, putEmbeddings, putLevels, putSealedVectors, fillTimes, beginBits, fillBits,
  dismissMemory, dropDismissals, addIdentity, changeIdentity, spend, countReads,
  saveSession, removeSession, saveMessages, beginTurn, settleStreaming, saveAgent, removeAgent, saveMindset, dropMindsets,
  saveSettings, saveProvider, removeProvider, saveJob, interruptJobs, advanceHead, audit,
} satisfies Record<string, (db: WritableVault, input: never) => unknown>;
export type Writes = typeof writes;

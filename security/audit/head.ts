import { createHmac, timingSafeEqual } from 'node:crypto';

/** What must never go backwards: how often the vault was closed, who may use it, what was erased, what was done. */
export interface Head {
  vaultId: string;
  /** Rises with every clean lock, change of access, purge and rotation. */
  generation: number;
  accessEpoch: number;
  /** Running hash over everything erased. */
  tombstones: Uint8Array;
  /** Last link of the audit chain. */
  auditTip: Uint8Array;
}

/** HMAC-SHA-256 over the head: 32 bytes. */
export const sealHead = (key: Uint8Array, head: Head): Buffer =>
  createHmac('sha256', key).update(JSON.stringify([
    'engram-head', head.vaultId, head.generation, head.accessEpoch, Buffer.from(head.tombstones).toString('hex'), Buffer.from(head.auditTip).toString('hex'),
  ])).digest();

export function isSealed(key: Uint8Array, head: Head, seal: Uint8Array): boolean {
  const right = sealHead(key, head);
  return seal.length === right.length && timingSafeEqual(right, seal);
}

/** The last state of a vault that this machine saw, kept where the vault file is not. */
export interface Anchor {
  generation: number;
  /** SHA-256 of the closed file in hex; null while it is open, because then it changes. */
  digest: string | null;
}

/** What is found at opening, to be held against the anchor. */
export interface FoundFile {
  generation: number;
  /** Whether the head bears the vault's own seal. */
  sealed: boolean;
  digest: string;
  /** Whether a log of changes lies beside the file. */
  hasLog: boolean;
}

/**
 * Whether the file is the one this machine saw last, or a later one. A crash leaves the file ahead of
 * the anchor, never behind it; a cleanly closed file is the same to the byte.
 */
export function isCurrent(anchor: Anchor | null, found: FoundFile): boolean {
  if (!found.sealed) return false;
  if (anchor === null) return true;
  if (found.generation !== anchor.generation) return found.generation > anchor.generation;
  return anchor.digest === null || (anchor.digest === found.digest && !found.hasLog);
}

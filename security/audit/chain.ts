import { createHmac } from 'node:crypto';

/** One entry as it is chained. `digest` is a keyed hash of what it was about, never the content. */
export interface ChainedEntry {
  at: number;
  operation: string;
  /** Public id; null for what concerns the whole vault. */
  memory: string | null;
  /** `person`, `engine`, or the name of a client. */
  actor: string;
  count: number;
  digest: Uint8Array | null;
}

/**
 * HMAC-SHA-256 over an entry and the chain before it: 32 bytes. Whoever changes, removes or inserts
 * an entry without the key breaks every later one.
 */
export function chainOf(key: Uint8Array, before: Uint8Array, entry: ChainedEntry): Buffer {
  const { at, operation, memory, actor, count, digest } = entry;
  return createHmac('sha256', key)
    .update(before)
    .update(JSON.stringify([at, operation, memory, actor, count, digest && Buffer.from(digest).toString('hex')]))
    .digest();
}

/** What an entry was about, as a keyed hash: the same subject can be recognised, never read. */
export const subjectDigest = (key: Uint8Array, subject: string): Buffer => createHmac('sha256', key).update(`subject|${subject}`).digest().subarray(0, 16);

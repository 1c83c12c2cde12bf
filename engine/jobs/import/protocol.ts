import { z } from 'zod';
import { ArchiveReport, ImportFormat } from '../../../contract/index.ts';

/** What the engine and the process that reads foreign files say to each other. Plain data, JSON on the way. */

export interface FileEntry {
  /** With forward slashes; no path of this machine. */
  name: string;
  /** Bytes. */
  size: number;
}

export type ToReader =
  | { type: 'open'; files: readonly FileEntry[]; format: ImportFormat | null; passphrase: string | null; now: number }
  /** Answers a `read`. */
  | { type: 'bytes'; id: number; data: string }
  /** Read everything once, keep nothing. */
  | { type: 'look' }
  /** The next items, from the first one on. */
  | { type: 'next' };

/** Most bytes of one `read`. */
export const PIECE = 1024 * 1024;
/** Most items of one answer. */
export const MOST_ITEMS = 500;
/** Bytes all files of an import may hold together, unpacked; the same for an archive. */
export const MOST_BYTES = 2 * 1024 ** 3;
/** Memories, older texts, conversations and everything else that is counted. */
export const MOST_RECORDS = 1_000_000;

/** How reading ends when it cannot go on; nothing else comes out of the process. */
const failures = ['WRONG_PASSPHRASE', 'IMPORT_UNREADABLE', 'CONTENT_TOO_LARGE'] as const;

/** What a first reading found. For other formats than archives `sha256` is empty. */
export const Looked = ArchiveReport.extend({ items: z.int().min(0) });
export type Looked = z.infer<typeof Looked>;

/** Checked on arrival: the process has read what a stranger wrote. */
export const FromReader = z.discriminatedUnion('type', [
  z.object({ type: z.literal('read'), id: z.int().min(0), file: z.int().min(0), at: z.int().min(0), length: z.int().min(0).max(PIECE) }),
  z.object({ type: z.literal('opened'), format: ImportFormat }),
  z.object({ type: z.literal('looked'), report: Looked }),
  z.object({ type: z.literal('items'), items: z.array(z.unknown()).max(MOST_ITEMS), done: z.boolean() }),
  z.object({ type: z.literal('failed'), code: z.enum(failures), detail: z.string().max(200).optional(), limit: z.string().max(200).optional() }),
]);
export type FromReader = z.infer<typeof FromReader>;
export type Answer = Exclude<FromReader, { type: 'read' | 'failed' }>;

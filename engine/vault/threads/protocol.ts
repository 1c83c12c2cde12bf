import type { ErrorBody } from '../../../contract/index.ts';
import type { Anchor, FoundFile } from '../../../security/audit/index.ts';
import type { ReadableVault, WritableVault } from '../tables/handle.ts';
import type { Reads } from '../tables/reads.ts';
import type { Writes } from '../tables/writes.ts';

type Input<Fn> = Fn extends (db: never, input: infer I) => unknown ? I : undefined;
type Calls<Map> = {
  [Name in keyof Map]: Map[Name] extends (...args: [infer _Db]) => infer Out
    ? (input?: undefined) => Promise<Out>
    : Map[Name] extends (...args: infer _A) => infer Out ? (input: Input<Map[Name]>) => Promise<Out> : never;
};

/** The same names and types on both sides of the thread border. */
export type ReadCalls = Calls<Reads>;
export type WriteCalls = Calls<Writes>;

export interface Request {
  seq: number;
  name: string;
  input: unknown;
}
export type Reply = { seq: number; value: unknown } | { seq: number; error: ErrorBody };

export interface ThreadStart {
  path: string;
  /** Beside the database; holds the lock of the one writer. */
  lockPath: string;
  /** 32 raw bytes, transferred to the thread and wiped there. */
  key: Uint8Array;
  create: { vaultId: string; name: string } | null;
  /** What only the writer gets. */
  writer: WriterStart | null;
  now: number;
  /** Milliseconds a commit waits for company. */
  windowMs: number;
}

export interface WriterStart {
  /** 32 bytes each, wiped in the thread once they lie in locked memory. */
  auditKey: Uint8Array;
  headKey: Uint8Array;
  /** What this machine saw last; null when it never saw the vault. */
  anchor: Anchor | null;
  /** The person takes the file as it is, whatever was seen before. */
  accept: boolean;
  file: Omit<FoundFile, 'generation' | 'sealed'> | null;
  /** Folder for the copy that is made before tables change. */
  backups: string;
}

/** Why an open vault refuses to write. */
export type ReadOnly = 'rolled_back' | 'disk_full';

/** `open` comes first, and once. */
export type ToThread = { type: 'open'; start: ThreadStart } | { type: 'call'; request: Request } | { type: 'close' };
export type FromThread =
  | { type: 'ready'; readOnly: ReadOnly | null; generation: number }
  | { type: 'failed'; error: ErrorBody }
  | { type: 'replies'; replies: Reply[] }
  /** Whether the log may hold what was erased; told when it changes, before the replies to the erasure. */
  | { type: 'log'; holdsErased: boolean }
  | { type: 'closed'; generation: number };

export type ReadHandler = (db: ReadableVault, input: unknown) => unknown;
export type WriteHandler = (db: WritableVault, input: unknown) => unknown;

/** What the thread of a key rotation gets. Keys are 32 raw bytes each. */
export interface RekeyStart {
  path: string;
  to: string;
  lockPath: string;
  oldKey: Uint8Array;
  newKey: Uint8Array;
}
export type FromRekey = { type: 'written' } | { type: 'failed'; error: ErrorBody };

/** What the thread that searches the pages of a file gets. The key is 32 raw bytes. */
export interface SearchStart {
  path: string;
  key: Uint8Array;
  texts: readonly string[];
}
/** Texts that still stand somewhere. */
export interface FromSearch {
  remaining: number;
}

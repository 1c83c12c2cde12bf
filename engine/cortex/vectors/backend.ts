import type { Metric, ScanHit } from '../../../native/vector-scan/index.ts';
import type { Scoped } from '../../../security/access/index.ts';
import type { Vault } from '../../vault/index.ts';

export const backendNames = ['flat-codes', 'hnsw', 'sqlite-vec', 'qdrant'] as const;
export type BackendName = (typeof backendNames)[number];

/** The vector space a backend serves. */
export interface ServedSpace {
  id: number;
  /** 1..8192 */
  dimensions: number;
  metric: Metric;
}

/** A vector with the memory it belongs to; `state` is `State.live` or `State.past`. */
export interface VectorItem {
  id: number;
  scope: number;
  state: number;
  vector: Float32Array;
}

export interface VectorQuestion {
  vector: Float32Array;
  /** Hits wanted at most. */
  k: number;
  /** Whether superseded memories may be among them. */
  past: boolean;
}

/** Who was in a backend at some moment. The vectors themselves are in the vault. */
export interface Snapshot {
  space: number;
  /** Numbers of memories, ascending. */
  members: Int32Array;
}

/** What a backend reads its vectors and its scopes from. */
export type VectorVault = Pick<Vault, 'read' | 'write' | 'idleReaders'>;

/**
 * What finds the nearest vectors of one space (§36.1). The vault holds every vector durably before a
 * backend hears of it, so a backend may keep none itself, and one that is lost is filled again.
 * Writes may be called without waiting; they take effect in the order of the calls. Filters are exact:
 * a search returns nothing the reader may not see, and as many hits as there are, up to `k`.
 */
export interface VectorBackend {
  readonly name: BackendName;
  /** How it keeps vectors, for people. */
  readonly form: string;
  /** Scores are those of the exact vectors or within the error of int8 codes; others are scored again. */
  readonly scoresWell: boolean;
  readonly count: number;
  /** Bytes it holds in this process, as far as it knows. */
  readonly bytes: number;
  /** All that the vault held when `load` was called can be found. */
  readonly ready: boolean;
  has(id: number): boolean;
  /** A vector within the error of int8 codes, where one is held in memory in the units of the metric. */
  vectorOf?(id: number): Float32Array | undefined;
  /** Adds or replaces. Throws DIMENSION_MISMATCH, INVALID_INPUT, or what its engine fails with. */
  insert(item: VectorItem): Promise<void>;
  insertBatch(items: readonly VectorItem[]): Promise<void>;
  /** A change of scope or state. Unknown memories are ignored. */
  move(id: number, scope: number, state: number): Promise<void>;
  /** Unknown memories are ignored. */
  remove(id: number): Promise<void>;
  /** Best first, larger scores are nearer. */
  search(query: Scoped<VectorQuestion>): Promise<ScanHit[]>;
  /** Takes in what the vault holds. Searches and writes work meanwhile. */
  load(): Promise<void>;
  snapshot(): Promise<Snapshot>;
  /** Overwrites and lets go of everything at once; searches find nothing from then on. */
  wipe(): void;
  /** Resolves when nothing of it runs any more. */
  close(): Promise<void>;
}

import type { EngineEvent, Scope, Settings } from '../../contract/index.ts';
import type { Clock, Log, NewId } from '../kernel/index.ts';
import type { EmbeddingModel, Reranker } from '../providers/index.ts';
import type { SensoryRing } from '../sensory/index.ts';
import type { CandidateRow, Vault } from '../vault/index.ts';
import type { Caller } from '../../security/access/index.ts';
import type { Approvals } from './approvals.ts';
import type { WorkingMemory } from './working.ts';
import type { Trail } from './trail.ts';
import type { VectorIndex } from '../cortex/index.ts';

/** What was looked up ahead, as recall uses it (`Anticipation`). */
export interface Ahead {
  prepare(caller: Caller, scope: Scope | undefined, turns: readonly string[]): void;
  waiting(caller: Caller, scope: Scope | undefined): ReadonlyMap<number, CandidateRow>;
  settled(): Promise<void>;
  wipe(): void;
}

export interface CurrentEmbedding {
  model: EmbeddingModel;
  index: VectorIndex;
  /** The chosen model is away, and this one takes its place until it is back. */
  standsIn: boolean;
}

/** What the stages of one open vault share. Made at unlock, gone at lock. */
export interface Mind {
  readonly vault: Vault;
  readonly ring: SensoryRing;
  /** What each agent has in mind. */
  readonly working: WorkingMemory;
  /** What the next message is likely to need. */
  readonly ahead: Ahead;
  /** The model that reads question and memory together, when one is asked for. */
  readonly crossEncoders: { current(): Promise<Reranker> };
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  /** The current embedding model and the codes of its space; both change together, so take them once. */
  embedding(): CurrentEmbedding;
  /** Something was stored without a vector in the current space; a job will give it one. */
  embedLater(): void;
  /** Something was erased; the backups on this machine still hold it and are made anew soon. */
  copiesAreStale(): void;
  /** The same at once, with what restores set aside. Returns how many copies gave way. */
  replaceCopies(): Promise<number>;
  readonly trail: Trail;
  /** What the person approved since the unlock and may take back. */
  readonly approvals: Approvals;
  settings(): Settings;
  emit(event: EngineEvent): void;
}

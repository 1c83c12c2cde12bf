import type { EngineEvent, Settings } from '../../contract/index.ts';
import type { Clock, Log, NewId } from '../kernel/index.ts';
import type { EmbeddingModel } from '../providers/index.ts';
import type { SensoryRing } from '../sensory/index.ts';
import type { Vault } from '../vault/index.ts';
import type { VectorIndex } from '../cortex/index.ts';

/** What the stages of one open vault share. Made at unlock, gone at lock. */
export interface Mind {
  readonly vault: Vault;
  readonly ring: SensoryRing;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  /** The current embedding model and the codes of its space; both change together. */
  embedding(): { model: EmbeddingModel; index: VectorIndex };
  settings(): Settings;
  emit(event: EngineEvent): void;
}

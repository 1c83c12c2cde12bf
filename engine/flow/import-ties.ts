import type { JobId, MemoryId } from '../../contract/index.ts';
import { actorOf, type Caller } from '../../security/access/index.ts';
import type { ImportRelation } from '../formats/index.ts';
import type { ImportedEdge } from '../vault/index.ts';
import type { Mind } from './mind.ts';

const DEFAULT_TIE = 0.7;
const BATCH = 1000;

/** Relations between items of one file: told once both ends are stored. */
export class Ties {
  readonly #mind: Mind;
  readonly #caller: Caller;
  readonly #job: JobId;
  readonly #ids = new Map<string, MemoryId>();
  /** Ids of items that were merged into a memory that was here before. */
  readonly #moved = new Map<MemoryId, MemoryId>();
  #open: { from: MemoryId; relation: ImportRelation }[] = [];
  /** How many could not be told when it was last tried. */
  #left = 0;
  told = 0;

  constructor(mind: Mind, caller: Caller, job: JobId) {
    this.#mind = mind;
    this.#caller = caller;
    this.#job = job;
  }

  /** Relations that were never tried. */
  get waiting(): number {
    return this.#open.length - this.#left;
  }

  /** The first item of a key is the one that is meant. */
  learn(id: MemoryId, key: string | undefined, relations: readonly ImportRelation[]): void {
    if (key !== undefined && !this.#ids.has(key)) this.#ids.set(key, id);
    for (const relation of relations) this.#open.push({ from: id, relation });
  }

  moved(id: MemoryId, to: MemoryId): void {
    this.#moved.set(id, to);
  }

  /** Stores what has both ends; the rest waits for items that come later. */
  async tell(now: number): Promise<void> {
    const edges: ImportedEdge[] = [];
    this.#open = this.#open.filter(({ from, relation }) => {
      const target = this.#ids.get(relation.to);
      if (target === undefined) return true;
      edges.push({ from: this.#moved.get(from) ?? from, to: this.#moved.get(target) ?? target, type: relation.type, weight: relation.weight ?? DEFAULT_TIE });
      return false;
    });
    this.#left = this.#open.length;
    for (let i = 0; i < edges.length; i += BATCH)
      this.told += await this.#mind.vault.write('relateImported', { job: this.#job, edges: edges.slice(i, i + BATCH), actor: actorOf(this.#caller), now });
  }
}

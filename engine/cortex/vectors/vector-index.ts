import { EngramError } from '../../../contract/index.ts';
import { chooseForm, State, type ScanHit } from '../../../native/vector-scan/index.ts';
import type { Scoped } from '../../../security/access/index.ts';
import type { EmbeddingModel } from '../../providers/index.ts';
import type { ChangedRow, StoredRow } from '../../vault/index.ts';
import type { BackendName, ServedSpace, Snapshot, VectorBackend, VectorItem, VectorQuestion, VectorVault } from './backend.ts';
import { chooseBackend, type Circumstances, type Kind } from './choose.ts';
import { FlatCodes } from './flat-codes.ts';
import { VectorRegistry } from './registry.ts';

const stateOf = (status: string): number => (status === 'active' ? State.live : status === 'superseded' ? State.past : State.dead);

/** What the choice of a backend goes by besides the vectors themselves. */
export type Wish = Pick<Circumstances, 'wish' | 'pressure'>;
const automatic = (): Wish => ({ wish: 'auto', pressure: 'normal' });

export type MakeBackend = (kind: Kind, vault: VectorVault, space: ServedSpace, stopped: () => boolean) => VectorBackend | Promise<VectorBackend>;
const makeFlat: MakeBackend = (kind, vault, space, stopped) => (kind.form === 'one-bit' ? FlatCodes.oneBit(vault, space, stopped) : new FlatCodes(vault, space, 'int8'));

const isSame = (a: Kind, b: Kind): boolean => a.name === b.name && a.form === b.form;

/** Backends that take long to fill: flat codes answer until they are. */
const SLOW: ReadonlySet<BackendName> = new Set(['hnsw', 'qdrant']);

/** Least hits that are scored again by their exact vectors when a backend's own scores are rough. */
const SCORED_AGAIN = 64;

/**
 * The vectors of one space as recall sees them: filled from the vault after unlock, kept in line with
 * every write, wiped on lock. Searching works while loading; `coverage` tells how far it is.
 */
export class VectorIndex {
  readonly space: number;
  readonly #served: ServedSpace;
  readonly #vault: VectorVault;
  readonly #registry: VectorRegistry;
  #loaded = false;
  /** While this space is being filled by a new model: the one before, which knows the memories that are still missing. */
  previous: { model: EmbeddingModel; index: VectorIndex } | null = null;
  /** Code of what kept the chosen backend from being used; null when it is. */
  problem: string | null = null;
  /** Recallable memories without a vector. */
  #missing = 0;
  #stopped = false;
  #pinned = false;
  readonly #make: MakeBackend;
  readonly #wish: () => Wish;
  /** What is in use or, while a swap is under way, what it leads to. */
  #kind: Kind = { name: 'flat-codes', form: 'int8' };

  constructor(vault: VectorVault, space: ServedSpace, { make = makeFlat, wish = automatic }: { make?: MakeBackend; wish?: () => Wish } = {}) {
    this.space = space.id;
    this.#served = space;
    this.#vault = vault;
    this.#make = make;
    this.#wish = wish;
    this.#registry = new VectorRegistry(new FlatCodes(vault, space, 'int8'));
  }

  get backend(): VectorBackend {
    return this.#registry.active;
  }

  get count(): number {
    return this.#registry.active.count;
  }

  get bytes(): number {
    return this.#registry.active.bytes + (this.#registry.next?.bytes ?? 0);
  }

  get loaded(): boolean {
    return this.#loaded;
  }

  /** Share of the recallable memories that can be found by their vector, 0..1. */
  get coverage(): number {
    const all = this.count + this.#missing;
    return all === 0 ? 1 : this.count / all;
  }

  has(id: number): boolean {
    return this.#registry.active.has(id);
  }

  /** A vector within the error of int8 codes; undefined where only the vault has it. */
  vectorOf(row: number): Float32Array | undefined {
    return this.#registry.active.vectorOf?.(row);
  }

  /** The nearest memories the reader may see, best first, by the space's metric. */
  async search(query: Scoped<VectorQuestion>): Promise<ScanHit[]> {
    if (this.#stopped) return [];
    if (this.#registry.active.scoresWell) return this.#registry.search(query);
    const hits = await this.#registry.search({ ...query, k: Math.max(query.k, SCORED_AGAIN) });
    const again = await this.#vault.read('rescore', { ...query, space: this.space, metric: this.#served.metric, ids: hits.map((hit) => hit.id) });
    return again.slice(0, query.k);
  }

  async load(): Promise<void> {
    const expected = await this.#vault.read('countCoded');
    this.#missing = expected;
    const kind = chooseBackend({ ...this.#wish(), count: expected, dimensions: this.#served.dimensions, now: this.#kind });
    await this.#startWith(SLOW.has(kind.name) ? { name: 'flat-codes', form: chooseForm(expected, this.#served.dimensions) } : kind);
    this.#missing = this.#stopped ? 0 : Math.max(0, (await this.#vault.read('countCoded')) - this.count);
    this.#loaded = !this.#stopped;
    void this.reconsider();
  }

  async #startWith(kind: Kind): Promise<void> {
    if (isSame(kind, this.#kind)) return this.#registry.active.load();
    try {
      await this.#registry.start(() => this.#make(kind, this.#vault, this.#served, () => this.#stopped));
      this.#kind = kind;
    } catch (error) {
      this.#note(error);
      await this.#registry.start(() => new FlatCodes(this.#vault, this.#served, 'int8'));
    }
  }

  /** New rows, after they are durable. `vectors` in the order of the rows; null where none was made. */
  stored(rows: readonly StoredRow[], statuses: readonly string[], vectors: readonly (Float32Array | null)[]): void {
    const items: VectorItem[] = [];
    rows.forEach((stored, i) => {
      for (const old of stored.closed) this.move(old.row, old.scope, State.past);
      const vector = vectors[i];
      const state = stateOf(statuses[i]!);
      if (stored.result.outcome === 'merged' || state === State.dead) return;
      if (vector) items.push({ id: stored.row, scope: stored.scope, state, vector });
      else this.#missing++;
    });
    if (items.length > 0) this.#insert(items);
  }

  put(row: number, scope: number, status: string, vector: Float32Array): void {
    if (this.#stopped || stateOf(status) === State.dead) return;
    if (!this.has(row)) this.#missing = Math.max(0, this.#missing - 1);
    this.#insert([{ id: row, scope, state: stateOf(status), vector }]);
  }

  /** A change of scope or state. */
  move(row: number, scope: number, state: number): void {
    this.#registry.write((backend) => backend.move(row, scope, state));
    this.previous?.index.move(row, scope, state);
  }

  changed(change: ChangedRow): void {
    const { row, scope } = change;
    const state = stateOf(change.status);
    this.previous?.index.changed(change);
    this.#registry.write((backend) => (change.stale || state === State.dead ? backend.remove(row) : backend.move(row, scope, state)));
  }

  remove(row: number): void {
    this.previous?.index.remove(row);
    this.#registry.write((backend) => backend.remove(row));
  }

  #insert(items: readonly VectorItem[]): void {
    if (this.#stopped) return;
    this.#registry.write((backend) => backend.insertBatch(items));
    void this.reconsider();
  }

  /** Starts a swap when another backend suits the number of vectors, the setting or the memory there is. Resolves when it is done. */
  async reconsider(): Promise<void> {
    if (!this.#loaded || this.#stopped || this.#pinned) return;
    const kind = chooseBackend({ ...this.#wish(), count: this.count, dimensions: this.#served.dimensions, now: this.#kind });
    if (!isSame(kind, this.#kind) || this.#registry.behind) await this.#swapTo(kind);
  }

  /** Goes over to a backend and stays with it, whatever suits; for tests and measurements. */
  async use(kind: Kind): Promise<void> {
    this.#pinned = true;
    await this.#swapTo(kind);
  }

  /** A backend that cannot be made or filled leaves the present one; the next try comes with the next write or setting. */
  async #swapTo(kind: Kind): Promise<void> {
    const before = this.#kind;
    this.#kind = kind;
    try {
      await this.#registry.swap(() => this.#make(kind, this.#vault, this.#served, () => this.#stopped));
      this.problem = null;
    } catch (error) {
      this.#note(error);
      this.#kind = before;
    }
  }

  #note(error: unknown): void {
    this.problem = error instanceof EngramError ? error.code : 'INTERNAL';
  }

  /** Who is found now, to come back to. */
  snapshot(): Promise<Snapshot> {
    return this.#registry.active.snapshot();
  }

  /** Resolves when no swap is under way. */
  async settled(): Promise<void> {
    await this.#registry.settled();
  }

  wipe(): void {
    this.#stopped = true;
    this.#registry.wipe();
  }

  /** Wipes, and resolves when nothing of it runs any more. */
  async close(): Promise<void> {
    this.wipe();
    await this.#registry.close();
  }
}

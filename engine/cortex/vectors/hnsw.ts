import { asAsked, asCoded, codedDimensions, type ScanHit } from '../../../native/vector-scan/index.ts';
import { HnswThread } from '../../../native/vectors/index.ts';
import type { Scoped } from '../../../security/access/index.ts';
import type { ServedSpace, Snapshot, VectorBackend, VectorItem, VectorQuestion, VectorVault } from './backend.ts';
import { Loader, vectorBytes } from './loader.ts';

/** Bytes of a vector in the graph besides its half-precision values: neighbours and the place (measured: 880 MB per million at 384 dimensions). */
const GRAPH_BYTES = 192;
const HALF = 2;

/**
 * A graph index in memory, for millions of vectors and many queries a second. It is approximate, takes
 * minutes to build and ten times the memory of one-bit codes; it knows no filter, so hits that may not
 * be seen are left out and it is asked again for more.
 */
export class Hnsw implements VectorBackend {
  readonly name = 'hnsw' as const;
  readonly form = 'half precision, graph';
  readonly scoresWell = false;
  readonly #vault: VectorVault;
  readonly #space: ServedSpace;
  readonly #thread: HnswThread;
  readonly #members = new Set<number>();
  readonly #loader = new Loader();
  #stopped = false;
  #ready = false;

  constructor(vault: VectorVault, space: ServedSpace) {
    this.#vault = vault;
    this.#space = space;
    this.#thread = new HnswThread(codedDimensions(space.metric, space.dimensions));
  }

  get count(): number {
    return this.#members.size;
  }

  get bytes(): number {
    return this.count * (HALF * this.#space.dimensions + GRAPH_BYTES);
  }

  get ready(): boolean {
    return this.#ready;
  }

  has(id: number): boolean {
    return this.#members.has(id);
  }

  insert(item: VectorItem): Promise<void> {
    return this.insertBatch([item]);
  }

  insertBatch(items: readonly VectorItem[]): Promise<void> {
    for (const { id } of items) this.#loader.touch(id);
    return this.#add(items);
  }

  async #add(items: readonly VectorItem[]): Promise<void> {
    if (this.#stopped || items.length === 0) return;
    const size = codedDimensions(this.#space.metric, this.#space.dimensions);
    const vectors = new Float32Array(items.length * size);
    items.forEach(({ vector }, i) => vectors.set(asCoded(this.#space.metric, vector), i * size));
    for (const { id } of items) this.#members.add(id);
    await this.#thread.add({
      ids: Int32Array.from(items, ({ id }) => id), scopes: Int32Array.from(items, ({ scope }) => scope), states: Uint8Array.from(items, ({ state }) => state), vectors,
    });
  }

  async move(id: number, scope: number, state: number): Promise<void> {
    this.#loader.touch(id);
    await this.#thread.move(id, scope, state);
  }

  async remove(id: number): Promise<void> {
    this.#loader.touch(id);
    this.#members.delete(id);
    await this.#thread.remove(id);
  }

  async search(query: Scoped<VectorQuestion>): Promise<ScanHit[]> {
    if (this.#stopped || query.k === 0) return [];
    const scopes = await this.#vault.read('seenScopes', query);
    const { hits, visible } = await this.#thread.search({ vector: asAsked(this.#space.metric, query.vector), k: query.k, scopes, past: query.past });
    if (hits) return hits;
    const exact = await this.#vault.read('rescore', { ...query, space: this.#space.id, metric: this.#space.metric, ids: visible });
    return exact.slice(0, query.k);
  }

  async load(): Promise<void> {
    await this.#loader.load(this.#vault, this.#space.id, {
      of: 'exact', unpack: vectorBytes, stopped: () => this.#stopped,
      put: (items) => this.#add(items.map(({ code, ...place }) => ({ ...place, vector: code }))),
      remove: async (id) => {
        this.#members.delete(id);
        await this.#thread.remove(id);
      },
    });
    this.#ready = !this.#stopped;
  }

  async snapshot(): Promise<Snapshot> {
    return { space: this.#space.id, members: Int32Array.from(this.#members).sort() };
  }

  wipe(): void {
    this.#stopped = true;
    this.#members.clear();
    void this.#thread.close();
  }

  async close(): Promise<void> {
    this.wipe();
    await this.#thread.close();
  }
}

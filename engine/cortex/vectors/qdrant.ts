import { asAsked, asCoded, codedDimensions, dequantise, quantise, State, type ScanHit } from '../../../native/vector-scan/index.ts';
import { EngramError } from '../../../contract/index.ts';
import type { Scoped } from '../../../security/access/index.ts';
import type { QdrantCollection, QdrantPoint } from '../../providers/index.ts';
import type { ServedSpace, Snapshot, VectorBackend, VectorItem, VectorQuestion, VectorVault } from './backend.ts';
import { Loader, vectorBytes, type LoadedItem } from './loader.ts';

/** Vectors in one request: about a megabyte of text at 384 dimensions. */
const BATCH = 256;
/** Searches a backend outside Engram is sent in a minute at most (§10.24.5). */
export const SEARCHES_PER_MINUTE = 100;
const MINUTE_MS = 60_000;
/** Searches that are told to the audit trail in one entry. */
const SEARCHES_PER_ENTRY = 100;

/** What leaves Engram is degraded to 255 levels: a vector says much of its text (§10.24.5). */
const degraded = (vector: Float32Array): Float32Array => dequantise(quantise(vector));

/**
 * A Qdrant server, for what outgrows one machine. It is not part of Engram: it gets degraded vectors
 * with the numbers of memories and scopes, no text and no name, a limited number of searches, and an
 * audit entry of what it was given. Vectors of confidential memories never reach it.
 */
export class Qdrant implements VectorBackend {
  readonly name = 'qdrant' as const;
  readonly form = 'server';
  readonly scoresWell = false;
  readonly #vault: VectorVault;
  readonly #space: ServedSpace;
  readonly #collection: QdrantCollection;
  readonly #now: () => number;
  readonly #members = new Set<number>();
  readonly #loader = new Loader();
  readonly #searches: number[] = [];
  #untold = 0;
  /** Requests in the order of the calls. */
  #line: Promise<unknown> = Promise.resolve();
  #stopped = false;
  #ready = false;

  /** `now` in milliseconds, for the rate limit. */
  constructor(vault: VectorVault, space: ServedSpace, collection: QdrantCollection, now: () => number) {
    this.#vault = vault;
    this.#space = space;
    this.#collection = collection;
    this.#now = now;
  }

  /** Length of the vectors the collection must take. */
  static dimensionsOf = (space: ServedSpace): number => codedDimensions(space.metric, space.dimensions);

  get count(): number {
    return this.#members.size;
  }

  get bytes(): number {
    return 0;
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
    for (const { id } of items) this.#members.add(id);
    const points = items.map(({ vector, ...place }): QdrantPoint => ({ ...place, vector: degraded(asCoded(this.#space.metric, vector)) }));
    for (let from = 0; from < points.length; from += BATCH) await this.#inLine(() => this.#collection.upsert(points.slice(from, from + BATCH)));
    await this.#tell('backend.insert', items.length);
  }

  async move(id: number, scope: number, state: number): Promise<void> {
    this.#loader.touch(id);
    if (this.#members.has(id)) await this.#inLine(() => this.#collection.place(id, scope, state));
  }

  async remove(id: number): Promise<void> {
    this.#loader.touch(id);
    if (this.#members.delete(id)) await this.#inLine(() => this.#collection.remove([id]));
  }

  /** Throws RATE_LIMITED beyond the searches of a minute, and what the server fails with. */
  async search(query: Scoped<VectorQuestion>): Promise<ScanHit[]> {
    if (this.#stopped || query.k === 0) return [];
    this.#allow();
    const scopes = await this.#vault.read('seenScopes', query);
    if (++this.#untold >= SEARCHES_PER_ENTRY) await this.#tellSearches();
    // What was written before is found: the search waits for its turn.
    return this.#inLine(() => this.#collection.query(degraded(asAsked(this.#space.metric, query.vector)), query.k, { scopes, states: query.past ? [State.live, State.past] : [State.live] }));
  }

  #allow(): void {
    const now = this.#now();
    while (this.#searches.length > 0 && this.#searches[0]! <= now - MINUTE_MS) this.#searches.shift();
    if (this.#searches.length >= SEARCHES_PER_MINUTE) throw new EngramError('RATE_LIMITED', { retryAfterMs: this.#searches[0]! + MINUTE_MS - now });
    this.#searches.push(now);
  }

  async load(): Promise<void> {
    await this.#collection.ensure();
    const there = await this.#collection.count();
    const all: number[] = [];
    const remove = (id: number) => this.remove(id);
    await this.#loader.load(this.#vault, this.#space.id, {
      of: 'members', unpack: () => null, stopped: () => this.#stopped, put: (items) => void all.push(...items.map(({ id }) => id)), remove,
    });
    // A server that has as many is taken to be current; hits are scored and filtered again by the vault.
    if (all.length === there && all.length > 0) for (const id of all) this.#members.add(id);
    else await this.#loader.load(this.#vault, this.#space.id, { of: 'exact', unpack: vectorBytes, stopped: () => this.#stopped, put: (items) => this.#add(items.map(asItem)), remove });
    this.#ready = !this.#stopped;
  }

  async snapshot(): Promise<Snapshot> {
    return { space: this.#space.id, members: Int32Array.from(this.#members).sort() };
  }

  wipe(): void {
    this.#stopped = true;
    this.#members.clear();
  }

  async close(): Promise<void> {
    this.wipe();
    await this.#line;
    await this.#tellSearches();
  }

  #inLine<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#line.then(work);
    this.#line = turn.catch(() => {});
    return turn;
  }

  async #tellSearches(): Promise<void> {
    const count = this.#untold;
    this.#untold = 0;
    if (count > 0) await this.#tell('backend.search', count);
  }

  async #tell(operation: string, count: number): Promise<void> {
    // A vault that locks or cannot be written to does not keep a search from its answer.
    await this.#vault.write('audit', [{ operation, memory: null, actor: 'backend:qdrant', count, now: this.#now() }]).catch(() => {});
  }
}

const asItem = ({ code, ...place }: LoadedItem<Float32Array>): VectorItem => ({ ...place, vector: code });

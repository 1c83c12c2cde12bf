import { asCoded, codedDimensions, mergeParts, partsFor, quantise, SpaceCodes, encodeBits, type Form, type ScanHit } from '../../../native/vector-scan/index.ts';
import type { Scoped } from '../../../security/access/index.ts';
import { unpackAs, unpackHits } from '../../vault/index.ts';
import type { ServedSpace, Snapshot, VectorBackend, VectorItem, VectorQuestion, VectorVault } from './backend.ts';
import { Loader } from './loader.ts';

/** Vectors that get their one-bit codes in one transaction; it holds the writer for about 0.1 s. */
const BITS_AT_ONCE = 2000;

/**
 * Codes in shared memory that every reader thread scans: int8 or one-bit (docs/decisions/vectors.md).
 * There is nothing to build, inserts and removals count at once, and filters are exact.
 */
export class FlatCodes implements VectorBackend {
  readonly name = 'flat-codes' as const;
  readonly form: Form;
  readonly #vault: VectorVault;
  readonly #space: ServedSpace;
  readonly #table: SpaceCodes;
  readonly #loader = new Loader();
  readonly #partsFor: typeof partsFor;
  #stopped = false;
  #ready = false;

  /** `mean`: of the space's frame, for one-bit codes. `parts`: how many of the idle readers scan so many codes side by side. */
  constructor(vault: VectorVault, space: ServedSpace, form: Form, mean?: Float32Array, parts: typeof partsFor = partsFor) {
    this.#partsFor = parts;
    this.form = form;
    this.#vault = vault;
    this.#space = space;
    this.#table = new SpaceCodes({ form, dimensions: codedDimensions(space.metric, space.dimensions), ...(mean && { mean }) });
  }

  /** One-bit codes need a frame and a code for each vector in the vault; both are made here where they are missing. */
  static async oneBit(vault: VectorVault, space: ServedSpace, stopped: () => boolean = () => false): Promise<FlatCodes> {
    const frame = await vault.read('spaceFrame', { space: space.id });
    const mean = frame?.mean ?? (await vault.write('beginBits', { space: space.id }));
    if (!frame?.whole) for (let after: number | null = 0; after !== null && !stopped(); ) after = await vault.write('fillBits', { space: space.id, after, limit: BITS_AT_ONCE });
    return new FlatCodes(vault, space, 'one-bit', mean);
  }

  /** One-bit hits are scored again in the reader; only cosine scores are in the units of the metric. */
  get scoresWell(): boolean {
    return this.#space.metric === 'cosine';
  }

  get count(): number {
    return this.#table.count;
  }

  get bytes(): number {
    return this.#table.bytes;
  }

  get ready(): boolean {
    return this.#ready;
  }

  has(id: number): boolean {
    return this.#table.has(id);
  }

  vectorOf(id: number): Float32Array | undefined {
    return this.#space.metric === 'cosine' ? this.#table.vectorOf(id) : undefined;
  }

  async insert({ id, scope, state, vector }: VectorItem): Promise<void> {
    if (this.#stopped) return;
    const coded = asCoded(this.#space.metric, vector);
    this.#table.put(id, scope, state, this.#table.frame ? encodeBits(this.#table.frame, coded) : quantise(coded));
    this.#loader.touch(id);
  }

  async insertBatch(items: readonly VectorItem[]): Promise<void> {
    for (const item of items) await this.insert(item);
  }

  async move(id: number, scope: number, state: number): Promise<void> {
    this.#table.change(id, scope, state);
    this.#loader.touch(id);
  }

  async remove(id: number): Promise<void> {
    this.#table.remove(id);
    this.#loader.touch(id);
  }

  async search(query: Scoped<VectorQuestion>): Promise<ScanHit[]> {
    const of = this.#partsFor(this.count, this.#vault.idleReaders);
    const found = await Promise.all(Array.from({ length: of }, async (_, index) =>
      unpackHits(await this.#vault.read('searchVectors', { ...query, part: { index, of }, table: this.#table.shared, metric: this.#space.metric, space: this.#space.id }))));
    return of === 1 ? found[0]! : mergeParts(found, query.k);
  }

  async load(): Promise<void> {
    await this.#loader.load(this.#vault, this.#space.id, {
      of: this.form, unpack: unpackAs[this.form], stopped: () => this.#stopped,
      put: (items) => {
        for (const { id, scope, state, code } of items) this.#table.put(id, scope, state, code);
      },
      remove: (id) => this.#table.remove(id),
    });
    this.#ready = !this.#stopped;
  }

  async snapshot(): Promise<Snapshot> {
    return { space: this.#space.id, members: Int32Array.from(this.#table.members()).sort() };
  }

  wipe(): void {
    this.#stopped = true;
    this.#table.wipe();
  }

  async close(): Promise<void> {
    this.wipe();
  }
}

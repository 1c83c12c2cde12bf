import type { ScanHit } from '../../../native/vector-scan/index.ts';
import type { Scoped } from '../../../security/access/index.ts';
import type { ServedSpace, Snapshot, VectorBackend, VectorQuestion, VectorVault } from './backend.ts';
import { Loader } from './loader.ts';

/**
 * Scans the rows of the vault by the functions of `sqlite-vec`: nothing is kept in memory but the
 * numbers of the memories, and what the vault knows is known here. Its own tables are not used: they
 * would hold a second copy that outlives an erasure (docs/decisions/vectors.md).
 */
export class VaultRows implements VectorBackend {
  readonly name = 'sqlite-vec' as const;
  readonly form = 'rows of the vault';
  readonly scoresWell = false;
  readonly #vault: VectorVault;
  readonly #space: ServedSpace;
  readonly #members = new Set<number>();
  readonly #loader = new Loader();
  #stopped = false;
  #ready = false;

  constructor(vault: VectorVault, space: ServedSpace) {
    this.#vault = vault;
    this.#space = space;
  }

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

  async insert({ id }: { id: number }): Promise<void> {
    if (this.#stopped) return;
    this.#loader.touch(id);
    this.#members.add(id);
  }

  async insertBatch(items: readonly { id: number }[]): Promise<void> {
    for (const item of items) await this.insert(item);
  }

  async move(): Promise<void> {}

  async remove(id: number): Promise<void> {
    this.#loader.touch(id);
    this.#members.delete(id);
  }

  async search(query: Scoped<VectorQuestion>): Promise<ScanHit[]> {
    if (this.#stopped || query.k === 0) return [];
    return this.#vault.read('scanRows', { ...query, space: this.#space.id, metric: this.#space.metric });
  }

  async load(): Promise<void> {
    // The rows are there; only who they are is counted.
    await this.#loader.load(this.#vault, this.#space.id, {
      of: 'members', unpack: () => null, stopped: () => this.#stopped,
      put: (items) => {
        for (const { id } of items) this.#members.add(id);
      },
      remove: (id) => void this.#members.delete(id),
    });
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
  }
}

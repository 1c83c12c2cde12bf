import { quantise, SpaceCodes, State, type SharedCodes } from '../../../native/vector-scan/index.ts';
import { unpackCode, type ChangedRow, type StoredRow, type Vault } from '../../vault/index.ts';

const PAGE = 4000;

const stateOf = (status: string): number => (status === 'active' ? State.live : status === 'superseded' ? State.past : State.dead);

/**
 * The codes of the current space in shared memory: loaded from the vault after unlock, kept in
 * line with every write, wiped on lock. Searching works while loading; `coverage` tells how far it is.
 */
export class VectorIndex {
  readonly space: number;
  readonly #table: SpaceCodes;
  #loaded = false;
  /** Recallable memories without a code. */
  #missing = 0;
  #stopped = false;

  constructor(space: number, dimensions: number) {
    this.space = space;
    this.#table = new SpaceCodes({ form: 'int8', dimensions });
  }

  /** What a reader thread searches in; sent anew with every query, because it may grow. */
  get shared(): SharedCodes {
    return this.#table.shared;
  }

  get count(): number {
    return this.#table.count;
  }

  get bytes(): number {
    return this.#table.bytes;
  }

  get loaded(): boolean {
    return this.#loaded;
  }

  /** Share of the recallable memories that have a code, 0..1. */
  get coverage(): number {
    const all = this.#table.count + this.#missing;
    return all === 0 ? 1 : this.#table.count / all;
  }

  async load(vault: Vault): Promise<void> {
    const expected = await vault.read('countCoded');
    this.#missing = expected;
    for (let after = 0; !this.#stopped; ) {
      const rows = await vault.read('codesAfter', { space: this.space, after, limit: PAGE });
      for (const row of rows) this.#table.put(row.memory, row.scope, stateOf(row.status), unpackCode(row.code));
      this.#missing = Math.max(0, expected - this.#table.count);
      if (rows.length < PAGE) break;
      after = rows.at(-1)!.memory;
    }
    this.#loaded = true;
  }

  /** New rows, after they are durable. `vectors` in the order of the rows; null where none was made. */
  stored(rows: readonly StoredRow[], statuses: readonly string[], vectors: readonly (Float32Array | null)[]): void {
    rows.forEach((stored, i) => {
      for (const old of stored.closed) this.#table.change(old.row, old.scope, State.past);
      const vector = vectors[i];
      if (stored.result.outcome === 'merged' || stateOf(statuses[i]!) === State.dead) return;
      this.#missing++;
      if (vector) this.put(stored.row, stored.scope, statuses[i]!, vector);
    });
  }

  put(row: number, scope: number, status: string, vector: Float32Array): void {
    if (this.#stopped || stateOf(status) === State.dead) return;
    this.#table.put(row, scope, stateOf(status), quantise(vector));
    this.#missing = Math.max(0, this.#missing - 1);
  }

  changed(change: ChangedRow): void {
    if (change.stale || stateOf(change.status) === State.dead) this.#table.remove(change.row);
    else this.#table.change(change.row, change.scope, stateOf(change.status));
  }

  remove(row: number): void {
    this.#table.remove(row);
  }

  wipe(): void {
    this.#stopped = true;
    this.#table.wipe();
  }
}

import type { VectorIndex } from '../cortex/index.ts';
import type { CandidateRow, Vault } from '../vault/index.ts';

/** Fewer rows are read sooner than they are divided. */
const LEAST_DIVIDED = 32;

/**
 * The rows of one question's candidates. Whoever knows of some that will be weighed lets them be read at once, while
 * other signals are still being asked; the rest is read when all are known.
 */
export class Candidates {
  readonly #vault: Vault;
  readonly #index: VectorIndex;
  /** What had been looked up ahead; not read again. */
  readonly #waiting: ReadonlyMap<number, CandidateRow>;
  readonly #asked = new Set<number>();
  readonly #reading: Promise<CandidateRow[]>[] = [];

  constructor(vault: Vault, index: VectorIndex, waiting: ReadonlyMap<number, CandidateRow>) {
    this.#vault = vault;
    this.#index = index;
    this.#waiting = waiting;
  }

  /** A failure is told to whoever asks for the rows. */
  begin(ids: readonly number[]): void {
    const missing = ids.filter((id) => !this.#waiting.has(id) && !this.#asked.has(id));
    if (missing.length === 0) return;
    for (const id of missing) this.#asked.add(id);
    const rows = candidateRows(this.#vault, this.#index, missing);
    rows.catch(() => {});
    this.#reading.push(rows);
  }

  /** In the order asked; missing ones are left out. */
  async rows(ids: readonly number[]): Promise<CandidateRow[]> {
    this.begin(ids);
    const read = new Map((await Promise.all(this.#reading)).flat().map((row) => [row.id, row]));
    return ids.flatMap((id) => this.#waiting.get(id) ?? read.get(id) ?? []);
  }
}

/**
 * What recall weighs of some memories, in the order asked; missing ones are left out. Vectors come from the codes
 * in memory where those are held: in the vault each lies on a page of its own. Half of the rows is read by each of two readers.
 */
export async function candidateRows(vault: Vault, index: VectorIndex, ids: readonly number[]): Promise<CandidateRow[]> {
  const held = new Map(ids.flatMap((id) => { const vector = index.vectorOf(id); return vector ? [[id, vector] as const] : []; }));
  const parts = [...halves(ids.filter((id) => held.has(id))).map((part) => ({ ids: part, space: null })), ...halves(ids.filter((id) => !held.has(id))).map((part) => ({ ids: part, space: index.space }))];
  const read = (await Promise.all(parts.map((part) => vault.read('candidates', part)))).flat();
  const rows = new Map(read.map((row) => [row.id, row.vector ? row : { ...row, vector: held.get(row.id) ?? null }]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

function halves(ids: number[]): number[][] {
  if (ids.length < LEAST_DIVIDED) return ids.length === 0 ? [] : [ids];
  const middle = Math.ceil(ids.length / 2);
  return [ids.slice(0, middle), ids.slice(middle)];
}

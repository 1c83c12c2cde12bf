import type { VectorIndex } from '../cortex/index.ts';
import type { CandidateRow, Vault } from '../vault/index.ts';

/** Fewer rows are read sooner than they are divided. */
const LEAST_DIVIDED = 32;

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

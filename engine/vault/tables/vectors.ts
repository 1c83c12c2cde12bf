import { EngramError } from '../../../contract/index.ts';
import { asCoded, quantise, type Metric } from '../../../native/vector-scan/index.ts';
import { bytesOf, floatsOf, frameOf, packCode, putBits, type SpaceFrame } from './codes.ts';
import { all, get, run, type ReadableVault, type WritableVault } from './handle.ts';

/** A vector as it is stored: float32 values, little endian. */
export type StoredVector = Float32Array;

export interface SpaceRow {
  id: number;
  name: string;
  dimensions: number;
  metric: Metric;
  /** Id of the embedding model that writes into it; null when it is not known. */
  model: string | null;
}

/** Number of a vector space; made when it is new. Throws DIMENSION_MISMATCH when the name is taken by another shape. */
export function ensureSpace(db: WritableVault, space: Omit<SpaceRow, 'id' | 'model'> & { model?: string }): number {
  const known = get<SpaceRow>(db, 'SELECT id, name, dimensions, metric, model FROM spaces WHERE name = ?', space.name);
  if (known) {
    if (known.dimensions !== space.dimensions || known.metric !== space.metric)
      throw new EngramError('DIMENSION_MISMATCH', { detail: `${space.dimensions} instead of ${known.dimensions}` });
    if (space.model !== undefined && space.model !== known.model) run(db, 'UPDATE spaces SET model = ? WHERE id = ?', space.model, known.id);
    return known.id;
  }
  run(db, 'INSERT INTO spaces (name, dimensions, metric, model) VALUES (?, ?, ?, ?)', space.name, space.dimensions, space.metric, space.model ?? null);
  return ensureSpace(db, space);
}

/** Number of a space by its name; 0, which no space has, when there is none. */
export const spaceNumber = (db: ReadableVault, query: { name: string }): number => get<{ id: number }>(db, 'SELECT id FROM spaces WHERE name = ?', query.name)?.id ?? 0;

/** Throws DIMENSION_MISMATCH: a vector never enters a space of another length. */
export const putEmbedding = (db: WritableVault, space: number, memory: number, vector: StoredVector): void => put(db, space, get<SpaceFrame>(db, FRAME, space), memory, vector);

const FRAME = 'SELECT dimensions, metric, frame, mean FROM spaces WHERE id = ?';

function put(db: WritableVault, space: number, row: SpaceFrame | undefined, memory: number, vector: StoredVector): void {
  if (row?.dimensions !== vector.length)
    throw new EngramError('DIMENSION_MISMATCH', { detail: `${vector.length} instead of ${row?.dimensions ?? 0}` });
  const coded = asCoded(row.metric, vector);
  run(db, 'INSERT INTO memory_embeddings VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET exact = excluded.exact', space, memory, bytesOf(vector));
  run(db, 'INSERT INTO vector_codes VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET code = excluded.code', space, memory, packCode(quantise(coded)));
  const frame = frameOf(row);
  if (frame) putBits(db, space, memory, frame, coded);
}

/** A copy, because the bytes of a row need not lie where floats may. */
export const vectorOf = (exact: Uint8Array): StoredVector => floatsOf(exact);

/** Exact vectors of a space by memory; missing ones are left out. */
export function exactVectors(db: ReadableVault, query: { space: number; ids: readonly number[] }): { id: number; vector: Float32Array }[] {
  return query.ids.flatMap((id) => {
    const row = get<{ exact: Buffer }>(db, 'SELECT exact FROM memory_embeddings WHERE space = ? AND memory = ?', query.space, id);
    return row ? [{ id, vector: vectorOf(row.exact) }] : [];
  });
}

/** Memories that belong among the codes of a space: recallable and not confidential. */
export const countCoded = (db: ReadableVault): number =>
  get<{ n: number }>(db, 'SELECT coalesce(sum(documents), 0) AS n FROM word_totals')!.n;

export interface Unembedded {
  id: number;
  public_id: string;
  text: string;
  scope: number;
  status: string;
}

/** Memories that lack a vector in a space. Their indexable text is returned, never the ciphertext. */
export function withoutVector(db: ReadableVault, query: { space: number; limit: number }): Unembedded[] {
  return all(db, `
    SELECT id, public_id, text, scope, status FROM memories m
    WHERE status <> 'forgotten' AND tier <> 'confidential' AND NOT EXISTS (SELECT 1 FROM vector_codes e WHERE e.space = ? AND e.memory = m.id)
    ORDER BY id DESC LIMIT ?`, query.space, query.limit);
}

export function embeddingCounts(db: ReadableVault, query: { space: string }): { embedded: number; total: number } {
  return {
    embedded: get<{ n: number }>(db, `
      SELECT count(*) AS n FROM memory_embeddings e JOIN spaces s ON s.id = e.space JOIN memories m ON m.id = e.memory
      WHERE s.name = ? AND m.status <> 'forgotten'`, query.space)!.n + get<{ n: number }>(db, `
      SELECT count(*) AS n FROM sealed_embeddings e JOIN spaces s ON s.id = e.space JOIN memories m ON m.id = e.memory
      WHERE s.name = ? AND m.status <> 'forgotten'`, query.space)!.n,
    total: get<{ n: number }>(db, `SELECT count(*) AS n FROM memories WHERE status <> 'forgotten'`)!.n,
  };
}

export function putEmbeddings(
  db: WritableVault, batch: { space: number; vectors: readonly { id: number; text: string; vector: StoredVector }[] },
): { id: number; scope: number; status: string }[] {
  const space = get<SpaceFrame>(db, FRAME, batch.space);
  return batch.vectors.flatMap(({ id, text, vector }) => {
    const row = get<{ text: string; scope: number; status: string }>(db, 'SELECT text, scope, status FROM memories WHERE id = ?', id);
    // The text may have been edited or erased while it was being embedded.
    if (row?.text !== text) return [];
    put(db, batch.space, space, id, vector);
    return [{ id, scope: row.scope, status: row.status }];
  });
}

/** Other spaces that hold more memories than this one, the fullest first: while it is behind, they know more. */
export function fullerSpaces(db: ReadableVault, query: { space: number }): SpaceRow[] {
  const others = all<SpaceRow>(db, 'SELECT id, name, dimensions, metric, model FROM spaces WHERE id <> ? AND model IS NOT NULL', query.space);
  if (others.length === 0 || withoutVector(db, { space: query.space, limit: 1 }).length === 0) return [];
  const held = (space: number) => get<{ n: number }>(db, 'SELECT count(*) AS n FROM vector_codes WHERE space = ?', space)!.n;
  const own = held(query.space);
  return others.map((space) => ({ space, count: held(space.id) })).filter(({ count }) => count > own).sort((a, b) => b.count - a.count).map(({ space }) => space);
}

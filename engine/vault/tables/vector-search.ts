import type { Scoped } from '../../../security/access/index.ts';
import { asAsked, formOfCodes, hitsToRescore, rescoreHits, searchCodes, similarity, type Metric, type ScanHit, type SharedCodes } from '../../../native/vector-scan/index.ts';
import { unpackCode } from './codes.ts';
import { get, type ReadableVault } from './handle.ts';
import { visibleScopes } from './scopes.ts';
import { exactVectors } from './vectors.ts';

export interface VectorsQuery {
  table: SharedCodes;
  vector: Float32Array;
  k: number;
  past: boolean;
  /** Cosine when left out. */
  metric?: Metric;
  /** Where the int8 codes of the table's memories are kept; one-bit hits are scored again by them. */
  space?: number;
}

/**
 * Scan of the codes within what the reader may see. One-bit codes say whom to look at; the int8 codes
 * of the best few hundred put them in order. Every candidate meets its exact vector later, in the reranker.
 */
export function searchVectors(db: ReadableVault, query: Scoped<VectorsQuery>): ScanHit[] {
  const asked = asAsked(query.metric ?? 'cosine', query.vector);
  const codes = formOfCodes(query.table);
  const again = codes?.form === 'one-bit' && query.space !== undefined ? hitsToRescore(codes.form, codes.count) : 0;
  const hits = searchCodes(query.table, { vector: asked, k: Math.max(query.k, again), scopes: visibleScopes(db, query.view), past: query.past });
  if (again === 0) return hits;
  const near = rescoreHits(hits.slice(0, again), asked, (id) => {
    const row = get<{ code: Uint8Array }>(db, 'SELECT code FROM vector_codes WHERE space = ? AND memory = ?', query.space, id);
    return row && unpackCode(row.code);
  });
  return [...near, ...hits.slice(again)].slice(0, query.k);
}

/** Exact similarity of some memories to a vector, best first, equal ones by number. Those without a vector are left out. */
export function rescore(db: ReadableVault, query: { space: number; metric: Metric; vector: Float32Array; ids: readonly number[] }): ScanHit[] {
  return exactVectors(db, query).map(({ id, vector }) => ({ id, score: similarity(query.metric, query.vector, vector) })).sort((a, b) => b.score - a.score || a.id - b.id);
}

/** Numbers of the scopes a query may see; null for all. For searches that do not run in a reader. */
export const seenScopes = (db: ReadableVault, query: Scoped<object>): number[] | null => visibleScopes(db, query.view);

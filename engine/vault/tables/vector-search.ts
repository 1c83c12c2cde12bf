import type { Scoped } from '../../../security/access/index.ts';
import {
  asAsked, asCoded, codeScore, encodeBits, formOfCodes, quantise, RESCORED, rescoreHits, rescoreUntilSure, searchCodes, signsOf, similarity, type Metric, type Part, type ScanHit, type SharedCodes,
} from '../../../native/vector-scan/index.ts';
import { bytesOf, floatsOf, frameOf, unpackCode, type SpaceFrame } from './codes.ts';
import { all, get, type ReadableVault } from './handle.ts';
import { visibleScopes } from './scopes.ts';

export interface VectorsQuery {
  table: SharedCodes;
  vector: Float32Array;
  k: number;
  past: boolean;
  /** Cosine when left out. */
  metric?: Metric;
  /** Only this part of the table. */
  part?: Part;
  /** Where the exact vectors of the table's memories are kept; one-bit hits are scored again by them. */
  space?: number;
}

/** Places that must be right; what stands behind them is ordered by estimates. */
const SURE = 16;

/** Hits in two arrays: hundreds of small objects would take longer between threads than the scan. */
export interface PackedHits {
  ids: Int32Array;
  scores: Float64Array;
}
export function packHits(hits: readonly ScanHit[]): PackedHits {
  const packed = { ids: new Int32Array(hits.length), scores: new Float64Array(hits.length) };
  hits.forEach(({ id, score }, i) => {
    packed.ids[i] = id;
    packed.scores[i] = score;
  });
  return packed;
}
export const unpackHits = ({ ids, scores }: PackedHits): ScanHit[] => Array.from(ids, (id, i) => ({ id, score: scores[i]! }));

/**
 * Scan of the codes within what the reader may see. One-bit codes say whom to look at; the exact vectors
 * of the best few put those in order. Every candidate meets its exact vector later, in the reranker.
 */
export function searchVectors(db: ReadableVault, query: Scoped<VectorsQuery>): PackedHits {
  const asked = asAsked(query.metric ?? 'cosine', query.vector);
  const again = formOfCodes(query.table) === 'one-bit' && query.space !== undefined ? RESCORED : 0;
  const hits = searchCodes(query.table, { vector: asked, k: Math.max(query.k, again), scopes: visibleScopes(db, query.view), past: query.past, ...(query.part && { part: query.part }) });
  const { space } = query;
  if (again === 0 || space === undefined) return packHits(hits);
  const near = rescoreUntilSure(hits.slice(0, again), Math.min(query.k, SURE), exactScore(db, space, query.metric ?? 'cosine', asked));
  return packHits([...near, ...hits.slice(again)].slice(0, query.k));
}

/**
 * Exact similarity of some memories to a vector, best first, equal ones by number. Those without a vector
 * and those the reader may not see are left out: a backend outside this process is not trusted to filter.
 */
export function rescore(db: ReadableVault, query: Scoped<Omit<RowsQuery, 'k'> & { ids: readonly number[] }>): ScanHit[] {
  const scopes = visibleScopes(db, query.view);
  const seen = scopes && new Set(scopes);
  return query.ids.flatMap((id) => {
    const row = get<{ exact: Uint8Array; scope: number; status: string }>(db, `
      SELECT e.exact, m.scope, m.status FROM memory_embeddings e JOIN memories m ON m.id = e.memory WHERE e.space = ? AND e.memory = ?`, query.space, id);
    if (!row || (seen && !seen.has(row.scope)) || !(row.status === 'active' || (query.past && row.status === 'superseded'))) return [];
    return [{ id, score: similarity(query.metric, query.vector, floatsOf(row.exact)) }];
  }).sort((a, b) => b.score - a.score || a.id - b.id);
}

/** Numbers of the scopes a query may see; null for all. For searches that do not run in a reader. */
export const seenScopes = (db: ReadableVault, query: Scoped<object>): number[] | null => visibleScopes(db, query.view);

export interface RowsQuery {
  space: number;
  metric: Metric;
  vector: Float32Array;
  k: number;
  past: boolean;
}

/** Nearest by Hamming distance that are looked at by their int8 codes. */
const BIT_CANDIDATES = 1000;

/**
 * Scan of the rows of a space, with the functions of `sqlite-vec` where it has one for the metric; the
 * connection must have them. Scores only say in which order; the caller scores again by exact vectors.
 */
export function scanRows(db: ReadableVault, query: Scoped<RowsQuery>): ScanHit[] {
  const scopes = visibleScopes(db, query.view);
  const seen = `m.status ${query.past ? `IN ('active', 'superseded')` : `= 'active'`} ${scopes ? `AND m.scope IN (SELECT value FROM json_each(?))` : ''}`;
  const bound = scopes ? [JSON.stringify(scopes)] : [];
  const ranked = (table: string, distance: string, asked: Uint8Array, limit: number) => all<{ id: number; distance: number }>(db, `
    SELECT e.memory AS id, ${distance} AS distance FROM ${table} e JOIN memories m ON m.id = e.memory
    WHERE e.space = ? AND ${seen} ORDER BY distance, id LIMIT ?`, asked, query.space, ...bound, limit).map(({ id, distance: far }) => ({ id, score: -far }));
  const asked = asAsked(query.metric, query.vector);
  const space = get<SpaceFrame>(db, 'SELECT dimensions, metric, frame, mean FROM spaces WHERE id = ?', query.space);
  const frame = space && frameOf(space);
  if (frame) {
    const signs = signsOf(encodeBits(frame, asked));
    const near = ranked('bit_codes', `vec_distance_hamming(vec_bit(substr(e.bits, 9, ${signs.length})), vec_bit(?))`, signs, Math.max(BIT_CANDIDATES, query.k));
    return rescoreHits(near, (id) => int8Score(db, query.space, asked, id)).slice(0, query.k);
  }
  if (query.metric === 'cosine') return ranked('vector_codes', 'vec_distance_cosine(vec_int8(substr(e.code, 5)), vec_int8(?))', new Uint8Array(quantise(asked).code.buffer), query.k);
  if (query.metric === 'euclidean') return ranked('memory_embeddings', 'vec_distance_L2(e.exact, ?)', bytesOf(query.vector), query.k);
  return plainly(db, query, seen, bound);
}

/** Row by row, for metrics without a function. */
function plainly(db: ReadableVault, query: RowsQuery, seen: string, bound: readonly unknown[]): ScanHit[] {
  const rows = db.prepare(`SELECT e.memory AS id, e.exact FROM memory_embeddings e JOIN memories m ON m.id = e.memory WHERE e.space = ? AND ${seen}`)
    .iterate(query.space, ...bound) as IterableIterator<{ id: number; exact: Uint8Array }>;
  const hits: ScanHit[] = [];
  for (const { id, exact } of rows) hits.push({ id, score: similarity(query.metric, query.vector, floatsOf(exact)) });
  return hits.sort((a, b) => b.score - a.score || a.id - b.id).slice(0, query.k);
}

function int8Score(db: ReadableVault, space: number, asked: Float32Array, id: number): number | undefined {
  const row = get<{ code: Uint8Array }>(db, 'SELECT code FROM vector_codes WHERE space = ? AND memory = ?', space, id);
  return row && codeScore(asked, unpackCode(row.code));
}

/** In the units of the codes: inner products with a question as it is asked of them. */
function exactScore(db: ReadableVault, space: number, metric: Metric, asked: Float32Array): (id: number) => number | undefined {
  return (id) => {
    const row = get<{ exact: Uint8Array }>(db, 'SELECT exact FROM memory_embeddings WHERE space = ? AND memory = ?', space, id);
    return row && similarity('dot', asked, asCoded(metric, floatsOf(row.exact)));
  };
}

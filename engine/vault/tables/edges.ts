import { EngramError, type EdgeType } from '../../../contract/index.ts';
import type { Scoped } from '../../../security/access/index.ts';
import { all, get, marks, run, type ReadableVault, type WritableVault } from './handle.ts';
import { visibleScopes } from './scopes.ts';

/** Relations that have a direction in meaning and therefore must not form a circle (§34.1). */
const DIRECTED: readonly EdgeType[] = ['derived_from', 'caused_by', 'instance_of', 'inferred_from', 'supersedes'];

export interface Edge {
  source: number;
  target: number;
  type: EdgeType;
  weight: number;
}

function reaches(db: ReadableVault, from: number, to: number): boolean {
  return get(db, `
    WITH RECURSIVE reach (id) AS (
      VALUES (?) UNION
      SELECT e.target FROM memory_edges e JOIN reach r ON e.source = r.id WHERE e.type IN (${marks(DIRECTED.length)}))
    SELECT 1 FROM reach WHERE id = ? LIMIT 1`, from, ...DIRECTED, to) !== undefined;
}

/** Adds or strengthens a relation. Throws WOULD_CYCLE. */
export function addEdge(db: WritableVault, edge: Edge, now: number): void {
  if (edge.source === edge.target) throw new EngramError('WOULD_CYCLE', { detail: 'a memory cannot relate to itself' });
  if (DIRECTED.includes(edge.type) && reaches(db, edge.target, edge.source)) throw new EngramError('WOULD_CYCLE');
  run(db, `
    INSERT INTO memory_edges VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (source, target, type) DO UPDATE SET weight = max(weight, excluded.weight)`,
    edge.source, edge.target, edge.type, edge.weight, now);
}

export interface Neighbour {
  from: number;
  to: number;
  type: EdgeType;
  weight: number;
}

/** Memories one hop from the given ones, in both directions; every end is filtered like a direct hit. */
export function neighbours(db: ReadableVault, query: Scoped<{ ids: readonly number[]; past: boolean; limit: number }>): Neighbour[] {
  const scopes = visibleScopes(db, query.view);
  const visible = `m.status ${query.past ? `IN ('active', 'superseded')` : `= 'active'`} ${scopes ? `AND m.scope IN (${marks(scopes.length)})` : ''}`;
  const ids = JSON.stringify(query.ids);
  return all<Neighbour>(db, `
    SELECT e.source AS "from", e.target AS "to", e.type, e.weight
    FROM json_each(?) seed CROSS JOIN memory_edges e ON e.source = seed.value CROSS JOIN memories m ON m.id = e.target WHERE ${visible}
    UNION ALL
    SELECT e.target, e.source, e.type, e.weight
    FROM json_each(?) seed CROSS JOIN memory_edges e ON e.target = seed.value CROSS JOIN memories m ON m.id = e.source WHERE ${visible}
    LIMIT ?`, ids, ...(scopes ?? []), ids, ...(scopes ?? []), query.limit);
}

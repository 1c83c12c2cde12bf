import type { Scope } from '../../../contract/index.ts';
import type { View } from '../../../security/access/index.ts';
import { all, get, run, type ReadableVault, type WritableVault } from './handle.ts';

const values = (scope: Scope) =>
  [scope.project ?? '', scope.squad ?? '', scope.agent ?? '', scope.channel ?? '', scope.channelUser ?? ''];

/** Number of a scope; made when it is new. The global scope is 1. */
export function scopeNumber(db: WritableVault, scope: Scope): number {
  const row = get<{ id: number }>(db,
    'SELECT id FROM scopes WHERE project = ? AND squad = ? AND agent = ? AND channel = ? AND channel_user = ?', ...values(scope));
  if (row) return row.id;
  run(db, 'INSERT INTO scopes (project, squad, agent, channel, channel_user) VALUES (?, ?, ?, ?, ?)', ...values(scope));
  return scopeNumber(db, scope);
}

/** Numbers of the scopes a view sees, or null for all of them. */
export function visibleScopes(db: ReadableVault, view: View): number[] | null {
  if (view.everything) return null;
  return all<{ id: number }>(db, `
    SELECT id FROM scopes
    WHERE project IN ('', ?) AND squad IN ('', ?) AND agent IN ('', ?) AND channel IN ('', ?) AND channel_user IN ('', ?)
    ORDER BY id`, ...values(view.from)).map((row) => row.id);
}

/** Number of an existing scope, or null. */
export function findScope(db: ReadableVault, scope: Scope): number | null {
  return get<{ id: number }>(db,
    'SELECT id FROM scopes WHERE project = ? AND squad = ? AND agent = ? AND channel = ? AND channel_user = ?', ...values(scope))?.id ?? null;
}

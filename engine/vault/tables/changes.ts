import { EngramError, type Category, type EdgeType, type Scope } from '../../../contract/index.ts';
import type { SealedText } from '../sealed-text.ts';
import { record } from './audit.ts';
import { addEdge } from './edges.ts';
import { all, get, run, type WritableVault } from './handle.ts';
import { triedOf } from './levels.ts';
import { putLookUps } from './look-ups.ts';
import { putNamedTimes, type NamedTime } from './named-times.ts';
import { scopeNumber } from './scopes.ts';
import { closeSuperseded } from './transfer.ts';
import { neighboursOf, reindexWords } from './words.ts';

/** What a change did to the place of a memory, for the vector codes. */
export interface ChangedRow {
  row: number;
  scope: number;
  status: string;
  /** The stored vector no longer belongs to the text. */
  stale: boolean;
}

interface Place {
  id: number;
  public_id: string;
  status: string;
  scope: number;
  session: string | null;
  position: number | null;
  version: number;
  text: string;
  cipher: Uint8Array | null;
  tier: string;
}

const placeColumns = 'id, public_id, status, scope, session, position, version, text, cipher, tier';

function placeOf(db: WritableVault, publicId: string): Place {
  const row = get<Place>(db, `SELECT ${placeColumns} FROM memories WHERE public_id = ?`, publicId);
  if (!row) throw new EngramError('NOT_FOUND');
  return row;
}

function changed(db: WritableVault, before: Place, stale = false): ChangedRow {
  reindexWords(db, [before.id, ...neighboursOf(db, before.session, before.position)]);
  const after = get<{ scope: number; status: string }>(db, 'SELECT scope, status FROM memories WHERE id = ?', before.id)!;
  return { row: before.id, ...after, stale };
}

export interface Edit {
  id: string;
  content?: SealedText & { summary: string; keyFact: string; tag: string; times: readonly NamedTime[] };
  category?: Category;
  importance?: number;
  scope?: Scope;
  validFrom?: number | null;
  validTo?: number | null;
  /** Most the memory is trusted from now on: a text of somebody else is not trusted like the one it replaces. */
  trustAtMost?: number;
  actor: string;
  now: number;
}

/** Keeps the old text as a version. A new text loses its vector; the caller embeds it again. */
export function editMemory(db: WritableVault, edit: Edit): ChangedRow {
  const before = placeOf(db, edit.id);
  const set = (column: string, value: unknown) => run(db, `UPDATE memories SET ${column} = ?, updated_at = ? WHERE id = ?`, value, edit.now, before.id);
  if (edit.content) {
    run(db, `INSERT INTO memory_versions VALUES (?, ?, ?, ?, ?, ?, 'edited')`, before.id, before.version, before.text, before.cipher, before.tier, edit.now);
    run(db, `UPDATE memories SET text = ?, cipher = ?, tier = ?, text_hash = ?, summary = ?, key_fact = ?, tag = ?, version = version + 1, updated_at = ?, levels_by = NULL, levels_tried = ? WHERE id = ?`,
      edit.content.shown, edit.content.cipher, edit.content.tier, edit.content.hash, edit.content.summary, edit.content.keyFact, edit.content.tag, edit.now, triedOf(edit.content.shown, before.version + 1), before.id);
    run(db, 'UPDATE semantic_memories SET subject = NULL, predicate = NULL, object = NULL WHERE memory = ?', before.id);
    run(db, 'DELETE FROM memory_embeddings WHERE memory = ?', before.id);
    run(db, 'DELETE FROM sealed_embeddings WHERE memory = ?', before.id);
    putLookUps(db, before.id, edit.content.lookUps);
    putNamedTimes(db, before.id, edit.content.times);
  }
  if (edit.trustAtMost !== undefined) run(db, 'UPDATE memories SET trust = min(trust, ?) WHERE id = ?', edit.trustAtMost, before.id);
  if (edit.category !== undefined) set('category', edit.category);
  if (edit.importance !== undefined) set('importance', edit.importance);
  if (edit.scope !== undefined) set('scope', scopeNumber(db, edit.scope));
  if (edit.validFrom !== undefined) set('valid_from', edit.validFrom);
  if (edit.validTo !== undefined) set('valid_to', edit.validTo);
  // What was beside the point may not be any more.
  if (edit.content !== undefined) run(db, 'DELETE FROM dismissals WHERE memory = ?', before.id);
  record(db, { operation: 'edit', memory: edit.id, actor: edit.actor, count: 1 }, edit.now);
  return changed(db, before, edit.content !== undefined);
}

export function pinMemory(db: WritableVault, change: { id: string; pinned: boolean; actor: string; now: number }): void {
  const before = placeOf(db, change.id);
  run(db, 'UPDATE memories SET pinned = ?, updated_at = ? WHERE id = ?', Number(change.pinned), change.now, before.id);
  record(db, { operation: change.pinned ? 'pin' : 'unpin', memory: change.id, actor: change.actor, count: 1 }, change.now);
}

/** To the shelf: out of the word index at once. Forgetting twice changes nothing. */
export function forgetMemory(db: WritableVault, change: { id: string; actor: string; now: number }): ChangedRow {
  const before = placeOf(db, change.id);
  if (before.status !== 'forgotten') {
    run(db, `UPDATE memories SET status = 'forgotten', forgotten_at = ?, updated_at = ? WHERE id = ?`, change.now, change.now, before.id);
    record(db, { operation: 'forget', memory: change.id, actor: change.actor, count: 1 }, change.now);
  }
  return changed(db, before);
}

/** Back from the shelf, with its ties. Throws CONFLICT when it is not there. */
export function restoreMemory(db: WritableVault, change: { id: string; actor: string; now: number }): ChangedRow {
  const before = placeOf(db, change.id);
  if (before.status !== 'forgotten') throw new EngramError('CONFLICT', { detail: 'not on the shelf' });
  const superseded = get(db, `SELECT 1 FROM memory_edges e JOIN memories m ON m.id = e.source WHERE e.target = ? AND e.type = 'supersedes' AND m.status = 'active'`, before.id);
  run(db, 'UPDATE memories SET status = ?, forgotten_at = NULL, updated_at = ? WHERE id = ?', superseded ? 'superseded' : 'active', change.now, before.id);
  record(db, { operation: 'restore', memory: change.id, actor: change.actor, count: 1 }, change.now);
  return changed(db, before);
}

const TRUST_STEP = 0.15;
const IMPORTANCE_STEP = 0.1;

/** Moves each dimension in the stated direction, by a share of what is left, so it stays in 0..1. Only the person lifts trust. */
export function feedbackMemory(db: WritableVault, change: { id: string; verdict: 'helpful' | 'wrong' | 'not_relevant'; mayRaise: boolean; actor: string; now: number }): void {
  const before = placeOf(db, change.id);
  const update = {
    helpful: `${change.mayRaise ? `trust = trust + (1 - trust) * ${TRUST_STEP}, ` : ''}importance = importance + (1 - importance) * ${IMPORTANCE_STEP}`,
    wrong: `trust = trust * (1 - 2 * ${TRUST_STEP})`,
    not_relevant: `importance = importance * (1 - ${IMPORTANCE_STEP})`,
  }[change.verdict];
  run(db, `UPDATE memories SET ${update}, updated_at = ? WHERE id = ?`, change.now, before.id);
  record(db, { operation: `feedback_${change.verdict}`, memory: change.id, actor: change.actor, count: 1 }, change.now);
}

export function relateMemories(db: WritableVault, change: { from: string; to: string; type: EdgeType; weight: number; actor: string; now: number }): void {
  addEdge(db, { source: placeOf(db, change.from).id, target: placeOf(db, change.to).id, type: change.type, weight: change.weight }, change.now);
  record(db, { operation: 'relate', memory: change.from, actor: change.actor, count: 1 }, change.now);
}

/** Above every version of the scanner: the person has looked at it. */
const APPROVED = 1_000_000;

/** What the scanner says of memories an older version let in: they are marked as judged, or wait for approval. */
export function judgeMemories(db: WritableVault, change: { clean: readonly number[]; flagged: readonly number[]; version: number; now: number }): ChangedRow[] {
  for (const id of change.clean) run(db, 'UPDATE memories SET scanned = max(scanned, ?) WHERE id = ?', change.version, id);
  const rows = change.flagged.flatMap((id) => all<Place>(db, `SELECT ${placeColumns} FROM memories WHERE id = ? AND scanned < ?`, id, change.version));
  for (const row of rows) run(db, `UPDATE memories SET status = 'quarantined', scanned = ?, updated_at = ? WHERE id = ?`, change.version, change.now, row.id);
  reindexWords(db, rows.flatMap((row) => [row.id, ...neighboursOf(db, row.session, row.position)]));
  if (rows.length > 0) record(db, { operation: 'quarantine', memory: null, actor: 'engine', count: rows.length }, change.now);
  return rows.map((row) => ({ row: row.id, scope: row.scope, status: 'quarantined', stale: false }));
}

/** What an approval did, so that it can be taken back. */
export interface Approval {
  rows: { row: number; scanned: number }[];
  /** Rows that became history by it. */
  closed: number[];
  at: number;
}

export function approveMemories(
  db: WritableVault, change: { ids: readonly string[] | null; job: string | null; source: string | null; actor: string; now: number },
): { approval: Approval; changed: ChangedRow[] } {
  const rows = change.ids
    ? change.ids.map((id) => placeOf(db, id)).filter((row) => row.status === 'quarantined')
    : all<Place>(db, `SELECT ${placeColumns} FROM memories
        WHERE status = 'quarantined' AND (? IS NULL OR job = ?) AND (? IS NULL OR source = ?)`, change.job, change.job, change.source, change.source);
  const scanned = new Map(rows.map(({ id }) => [id, get<{ scanned: number }>(db, 'SELECT scanned FROM memories WHERE id = ?', id)!.scanned]));
  for (const { id } of rows) run(db, `UPDATE memories SET status = 'active', scanned = ${APPROVED}, updated_at = ? WHERE id = ?`, change.now, id);
  const closed = closeSuperseded(db, rows.map((row) => row.id));
  record(db, { operation: 'approve', memory: null, actor: change.actor, count: rows.length }, change.now);
  return {
    approval: { rows: [...scanned].map(([row, version]) => ({ row, scanned: version })), closed, at: change.now },
    changed: settled(db, rows, closed),
  };
}

/** Brings the word index in line with rows whose status changed. */
function settled(db: WritableVault, rows: readonly Place[], others: readonly number[]): ChangedRow[] {
  const touched = [...new Set([...rows.map((row) => row.id), ...others])];
  reindexWords(db, [...touched, ...rows.flatMap((row) => neighboursOf(db, row.session, row.position))]);
  return touched.flatMap((id) => {
    const place = get<{ scope: number; status: string }>(db, 'SELECT scope, status FROM memories WHERE id = ?', id);
    return place ? [{ row: id, ...place, stale: false }] : [];
  });
}

/** What an approval let in waits again, and what it made history is active again; what was changed since then stays as it is. */
export function withdrawApproval(db: WritableVault, change: { approval: Approval; actor: string; now: number }): { waiting: number; changed: ChangedRow[] } {
  const { rows, closed, at } = change.approval;
  const history = new Set(closed);
  const back = rows.flatMap(({ row, scanned }) => all<Place>(db, `SELECT ${placeColumns} FROM memories
    WHERE id = ? AND updated_at = ? AND scanned = ${APPROVED} AND (status = 'active' OR (? AND status = 'superseded'))`, row, at, Number(history.has(row)))
    .map((place) => ({ ...place, scanned })));
  for (const { id, scanned } of back) run(db, `UPDATE memories SET status = 'quarantined', scanned = ?, updated_at = ? WHERE id = ?`, scanned, change.now, id);
  const waiting = new Set(back.map(({ id }) => id));
  const open = closed.filter((id) => !waiting.has(id));
  for (const id of open) run(db, `UPDATE memories SET status = 'active' WHERE id = ? AND status = 'superseded'`, id);
  if (back.length > 0) record(db, { operation: 'withdraw', memory: null, actor: change.actor, count: back.length }, change.now);
  return { waiting: back.length, changed: settled(db, back, open) };
}

/** Memories were placed in a prompt: counted once per answer. */
export function recordUses(db: WritableVault, use: { ids: readonly string[]; message: string | null; now: number }): void {
  for (const id of use.ids) {
    const row = get<{ id: number }>(db, 'SELECT id FROM memories WHERE public_id = ?', id);
    if (!row) continue;
    run(db, 'UPDATE memories SET uses = uses + 1, last_used_at = ?, strength = min(1, strength + (1 - strength) * 0.1) WHERE id = ?', use.now, row.id);
    if (use.message !== null) run(db, 'INSERT OR IGNORE INTO memory_uses VALUES (?, ?, ?)', row.id, use.message, use.now);
  }
}

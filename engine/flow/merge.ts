import { scopedForMaintenance } from '../../security/access/index.ts';
import { classify } from '../../security/pii/index.ts';
import { rowScope, shownOf, type MemoryRow, type StoredMemory, type Vault } from '../vault/index.ts';
import type { Mind } from './mind.ts';
import { timesIn } from './named-times.ts';

const PAGE = 500;

/** A memory of another file of this vault, as it can be stored here: the same id, text, times, origin and trust. */
function carried(mind: Mind, old: Vault, row: MemoryRow): StoredMemory {
  const content = classify(old.text(row), { chosen: row.tier, mayLower: true });
  const fact = row.subject === null || content.tier !== 'cleartext' ? null
    : { subject: row.subject, predicate: row.predicate ?? '', object: row.object ?? '', confidence: row.trust, functional: false, ends: [] };
  return {
    publicId: row.public_id, kind: row.kind, category: row.category, status: row.status === 'quarantined' ? 'quarantined' : 'active',
    origin: row.origin, source: row.source, scope: rowScope(row), session: row.session, message: null, job: null, speaker: row.speaker,
    pinned: row.pinned === 1, importance: row.importance, trust: row.trust, content: mind.vault.seal(content, row.public_id),
    summary: row.summary, keyFact: row.key_fact, tag: row.tag, happenedAt: row.happened_at, times: timesIn(shownOf(content), row.happened_at), validFrom: row.valid_from, validTo: row.valid_to,
    fact, steps: row.steps === null ? [] : (JSON.parse(row.steps) as string[]), vector: null, sealedVector: null, relations: [], scanned: row.scanned,
    ...(shownOf(content) === row.text ? {} : { summary: shownOf(content), keyFact: shownOf(content), tag: shownOf(content) }),
  };
}

/**
 * Brings in what only another file of the same vault holds: memories of which neither the id nor the
 * text is here. Nothing that is here changes. Returns how many came.
 */
export async function mergeVault(mind: Mind, old: Vault): Promise<number> {
  let merged = 0;
  let after: readonly [number, number] | null = null;
  while (true) {
    const { rows }: { rows: MemoryRow[] } = await old.read('listMemories', scopedForMaintenance({
      filter: { status: ['active' as const, 'quarantined' as const] }, sort: 'oldest' as const, after, limit: PAGE, space: 0,
    }));
    const last = rows.at(-1);
    if (!last) break;
    after = [last.happened_at, last.id];
    const missing = [];
    for (const row of rows)
      if (!(await mind.vault.read('memoryById', scopedForMaintenance({ id: row.public_id, space: 0 })))) missing.push(carried(mind, old, row));
    if (missing.length === 0) continue;
    const stored = await mind.vault.write('storeMemories', { memories: missing, space: mind.embedding().index.space, now: mind.clock.now(), actor: 'person' });
    merged += stored.filter(({ result }) => result.outcome !== 'merged').length;
  }
  if (merged > 0) {
    mind.embedLater();
    mind.emit({ type: 'memories', change: 'added', ids: [] });
  }
  return merged;
}

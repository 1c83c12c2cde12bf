import { EngramError, limits, MemoryText, type EdgeType, type Memory, type MemoryDetail, type MemoryEdge, type MemoryId, type Scope, type Tier } from '../../contract/index.ts';
import { actorOf, assertMayWrite, mayRaise, narrow, scopedForListing, type Caller } from '../../security/access/index.ts';
import { classify } from '../../security/pii/index.ts';
import { levelsOf } from '../sensory/index.ts';
import { shownOf, toMemory, type MemoryRow } from '../vault/index.ts';
import type { Mind } from './mind.ts';
import { timesIn } from './named-times.ts';
import { screen } from './screen.ts';

/** What a person does with one memory: look, correct, pin, relate, judge. */

/** Throws NOT_FOUND, equally for what does not exist and for what the caller may not see. */
export async function rowFor(mind: Mind, caller: Caller, id: string): Promise<MemoryRow> {
  const row = await mind.vault.read('memoryById', scopedForListing({ id, space: mind.embedding().index.space }, caller));
  if (!row) throw new EngramError('NOT_FOUND');
  return row;
}

/**
 * A client changes and forgets only what it stored itself: no memory, however it came to be believed,
 * can make an agent take away what the person said (security notes 3.14).
 */
export function assertOwn(caller: Caller, row: Pick<MemoryRow, 'source' | 'origin'>): void {
  if (caller.kind === 'client' && !(row.source === caller.name && row.origin === 'client'))
    throw new EngramError('ACCESS_DENIED', { detail: 'stored by somebody else; the person can change it' });
}

/** The person reads every tier; a client reads no more than is redacted for it. */
export function shown(mind: Mind, caller: Caller, row: MemoryRow): Memory {
  return toMemory(row, row.tier === 'cleartext' || caller.kind === 'person' ? mind.vault.text(row) : null);
}

export async function detail(mind: Mind, caller: Caller, id: string): Promise<MemoryDetail> {
  const row = await rowFor(mind, caller, id);
  const story = await mind.vault.read('memoryStory', scopedForListing({ id: row.id }, caller));
  const person = caller.kind === 'person';
  return {
    ...shown(mind, caller, row),
    versions: story.versions.map((v) => ({
      version: v.version, changedAt: v.changed_at, reason: v.reason, redacted: v.cipher !== null && !person,
      text: v.cipher !== null && person ? mind.vault.text({ public_id: row.public_id, tier: v.tier as Tier, text: v.text, cipher: v.cipher }) : v.text,
    })),
    edges: story.edges.map((e) => ({ from: e.source as MemoryId, to: e.target as MemoryId, type: e.type as EdgeType, weight: e.weight, keyFact: e.key_fact })),
    // Where the person talked about it is theirs to know.
    usedIn: !person ? [] : story.uses.map((u) => ({ session: u.session, message: u.message, title: u.title, usedAt: u.used_at }) as MemoryDetail['usedIn'][number]),
  };
}

/** Those of the ids that exist and the caller may see, each once, in the order asked. */
export async function several(mind: Mind, caller: Caller, ids: readonly MemoryId[]): Promise<Memory[]> {
  const { space } = mind.embedding().index;
  const rows = await mind.vault.read('memoriesById', scopedForListing({ ids: [...new Set(ids)], space }, caller));
  return rows.map((row) => shown(mind, caller, row));
}

export interface Correction {
  id: MemoryId;
  text?: string;
  category?: Memory['category'];
  importance?: number;
  scope?: Scope;
  tier?: Tier;
  validFrom?: number | null;
  validTo?: number | null;
}

/** Keeps the old text as a version and embeds the new one. */
export async function correct(mind: Mind, caller: Caller, change: Correction): Promise<Memory> {
  assertMayWrite(caller);
  const row = await rowFor(mind, caller, change.id);
  assertOwn(caller, row);
  const { text, tier, ...rest } = change;
  // A text that would wait for approval as a new memory cannot come in by the way of a correction.
  if (text !== undefined && caller.kind !== 'person' && screen({ text }, 'client') !== 'active') throw new EngramError('INJECTION_BLOCKED');
  const now = mind.clock.now();
  let content: Parameters<typeof mind.vault.write<'editMemory'>>[1]['content'];
  let vector: { text: string; vector: Float32Array } | null = null;
  const { model, index } = mind.embedding();
  if (text !== undefined || (tier !== undefined && tier !== row.tier)) {
    const whole = text ?? mind.vault.text(row);
    if (!MemoryText.safeParse(whole).success) throw new EngramError('INVALID_INPUT', { limit: `${limits.memoryBytes} bytes` });
    const tiered = classify(whole, { chosen: tier, mayLower: caller.kind === 'person' });
    const indexable = shownOf(tiered);
    content = { ...mind.vault.seal(tiered, change.id), ...levelsOf(indexable), times: timesIn(indexable, row.happened_at) };
    // A job embeds a confidential text and encrypts its vector.
    const made = tiered.tier === 'confidential' ? null : await model.embed([indexable], 'document').catch(() => null);
    if (made) vector = { text: indexable, vector: made[0]! };
  }
  const changed = await mind.vault.write('editMemory', {
    ...rest, ...(rest.scope && { scope: narrow(caller, rest.scope) }), content, actor: actorOf(caller), now,
  });
  index.changed(changed);
  if ((content && !vector) || mind.embedding().index !== index) mind.embedLater();
  if (vector) {
    const [put] = await mind.vault.write('putEmbeddings', { space: index.space, vectors: [{ id: changed.row, ...vector }] });
    if (put) index.put(put.id, put.scope, put.status, vector.vector);
  }
  mind.emit({ type: 'memories', change: 'changed', ids: [change.id] });
  return shown(mind, caller, await rowFor(mind, caller, change.id));
}

export async function pin(mind: Mind, caller: Caller, id: MemoryId, pinned: boolean): Promise<Memory> {
  assertMayWrite(caller);
  assertOwn(caller, await rowFor(mind, caller, id));
  await mind.vault.write('pinMemory', { id, pinned, actor: actorOf(caller), now: mind.clock.now() });
  mind.emit({ type: 'memories', change: 'changed', ids: [id] });
  return shown(mind, caller, await rowFor(mind, caller, id));
}

export async function judge(mind: Mind, caller: Caller, id: MemoryId, verdict: 'helpful' | 'wrong' | 'not_relevant'): Promise<Memory> {
  assertMayWrite(caller);
  await rowFor(mind, caller, id);
  await mind.vault.write('feedbackMemory', { id, verdict, mayRaise: mayRaise(caller), actor: actorOf(caller), now: mind.clock.now() });
  mind.emit({ type: 'memories', change: 'changed', ids: [id] });
  return shown(mind, caller, await rowFor(mind, caller, id));
}

const DEFAULT_TIE = 0.7;

export async function relate(mind: Mind, caller: Caller, tie: { from: MemoryId; to: MemoryId; type: EdgeType; weight?: number }): Promise<MemoryEdge> {
  assertMayWrite(caller);
  const [, to] = await Promise.all([rowFor(mind, caller, tie.from), rowFor(mind, caller, tie.to)]);
  const weight = tie.weight ?? DEFAULT_TIE;
  await mind.vault.write('relateMemories', { from: tie.from, to: tie.to, type: tie.type, weight, actor: actorOf(caller), now: mind.clock.now() });
  mind.emit({ type: 'memories', change: 'changed', ids: [tie.from, tie.to] });
  return { from: tie.from, to: tie.to, type: tie.type, weight, keyFact: to.key_fact };
}

/** Which of the memories that wait: some, those of one import or source, or all. */
export interface Quarantined {
  ids?: MemoryId[] | undefined;
  job?: string | undefined;
  source?: string | undefined;
  all?: true | undefined;
}

export function assertNamed(which: Quarantined): void {
  if (!which.ids && !which.job && !which.source && !which.all) throw new EngramError('INVALID_INPUT', { issues: [{ path: 'ids', message: 'name ids, a job, a source, or all' }] });
}

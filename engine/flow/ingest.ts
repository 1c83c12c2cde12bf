import { EngramError, limits, MemoryText, type MemoryId, type MessageId, type NewMemory, type Origin, type Remembered, type RememberedInChat, type Scope, type Tier } from '../../contract/index.ts';
import { actorOf, assertMayWrite, narrow, startingTrust, type Caller } from '../../security/access/index.ts';
import { classify, type Tiered } from '../../security/pii/index.ts';
import { describe, kindOf, levelsOf, perceive } from '../sensory/index.ts';
import type { EmbeddingModel } from '../providers/index.ts';
import { shownOf, type KeptStanding, type MemoryRow, type StoredMemory } from '../vault/index.ts';
import { rowFor } from './curate.ts';
import type { Mind } from './mind.ts';
import { timesIn } from './named-times.ts';
import { screen, SCANNER_VERSION } from './screen.ts';

/**
 * The way in: text → what it is → how closely it is guarded → smaller renderings → vector → one
 * durable write → vector codes. A message of a conversation comes in by `rememberFromTurn`, a text
 * that somebody hands over by `remember`.
 */

export interface Provenance {
  origin: Origin;
  source?: string | null;
  message?: MessageId | null;
  job?: string | null;
  /** Waits for approval: not indexed, never recalled. */
  quarantined?: boolean;
}

/** A text on its way in: judged, classified and named. */
export interface Incoming {
  publicId: MemoryId;
  item: NewMemory;
  status: StoredMemory['status'];
  content: Tiered<string>;
  /** Where it was before, for what is imported. */
  standing?: KeptStanding & { trust: number | null };
  /** What it was made of. */
  parents?: readonly MemoryRow[];
}

/** Stores texts in one transaction; answers in the order given. Throws INVALID_INPUT, CONTENT_TOO_LARGE, ACCESS_DENIED. */
export async function remember(mind: Mind, caller: Caller, items: readonly NewMemory[], from: Provenance): Promise<Remembered[]> {
  assertMayWrite(caller);
  for (const item of items) assertStorable(item.text);
  const now = mind.clock.now();
  const parents = await Promise.all(items.map((item) => parentsOf(mind, caller, item)));
  return keep(mind, caller, items.map((item, i) => ({
    publicId: mind.newId<MemoryId>(now),
    item,
    status: screen(item, from.origin) === 'quarantined' || from.quarantined ? 'quarantined' as const : 'active' as const,
    content: classify(item.text, { chosen: item.tier, floor: parents[i]!.tier, mayLower: caller.kind === 'person' }),
    parents: parents[i]!.rows,
  })), from, now);
}

/** The second half of the way in: vector, one durable write, vector codes. */
export async function keep(mind: Mind, caller: Caller, incoming: readonly Incoming[], from: Provenance, now: number): Promise<Remembered[]> {
  const { model, index } = mind.embedding();
  const vectors = await embedAll(mind, model, incoming.map(({ content }) => content));
  const memories = incoming.map((one, i) => prepare(mind, caller, one, vectors[i]!, { ...from, space: index.space }, now));
  const batch = { memories, space: index.space, now, actor: actorOf(caller) };
  const rows = from.origin === 'imported'
    ? await mind.vault.write('storeImported', { ...batch, standings: incoming.map(({ standing }) => standing ?? null) })
    : await mind.vault.write('storeMemories', batch);
  // Confidential memories have no codes.
  const coded = memories.flatMap((memory, i) => (memory.content.tier === 'confidential' ? [] : [i]));
  index.stored(coded.map((i) => rows[i]!), coded.map((i) => memories[i]!.status), coded.map((i) => memories[i]!.vector));
  // Without a vector, or with one in a space that gave way meanwhile.
  if (memories.some((memory) => memory.vector === null && memory.sealedVector === null) || mind.embedding().index !== index) mind.embedLater();
  announce(mind, rows.map((row) => row.result.id));
  return rows.map((row) => row.result);
}

/** The border checks this too; inside the engine nothing may slip past it either (§10.17). */
function assertStorable(text: string): void {
  const checked = MemoryText.safeParse(text);
  if (checked.success) return;
  const tooLarge = checked.error.issues.some((issue) => 'params' in issue && (issue.params as { tooLarge?: boolean } | undefined)?.tooLarge);
  throw new EngramError(tooLarge ? 'CONTENT_TOO_LARGE' : 'INVALID_INPUT', {
    limit: `${limits.memoryBytes} bytes`, issues: checked.error.issues.map((issue) => ({ path: 'text', message: issue.message })),
  });
}

interface Parents {
  rows: readonly MemoryRow[];
  /** The closest guard of any of them: what is made of a guarded text is guarded alike (§10.24.2). */
  tier: Tier;
}

const TIERS: readonly Tier[] = ['cleartext', 'sensitive', 'confidential'];

/** Throws NOT_FOUND for a parent the caller may not see. */
async function parentsOf(mind: Mind, caller: Caller, item: NewMemory): Promise<Parents> {
  const rows = await Promise.all((item.derivedFrom ?? []).map((id) => rowFor(mind, caller, id)));
  return { rows, tier: TIERS[Math.max(0, ...rows.map((row) => TIERS.indexOf(row.tier)))]! };
}

/**
 * A confidential text is embedded whole and its vector encrypted, so it goes to a model on this
 * machine only. A null vector means the model is away; a job embeds the memory later.
 */
async function embedAll(mind: Mind, model: EmbeddingModel, contents: readonly Tiered<string>[]): Promise<(Float32Array | null)[]> {
  const texts = contents.map((content) => (content.tier === 'confidential' ? (model.local ? content.value : null) : shownOf(content)));
  try {
    const vectors = await model.embed(texts.filter((text) => text !== null), 'document');
    let next = 0;
    return texts.map((text) => (text === null ? null : vectors[next++]!));
  } catch (error) {
    mind.log('warn', 'embedding_postponed', { count: texts.length, ...(error instanceof EngramError && { code: error.code }) });
    return texts.map(() => null);
  }
}

function prepare(
  mind: Mind, caller: Caller, { publicId, item, status, content, standing, parents = [] }: Incoming, vector: Float32Array | null,
  from: Provenance & { space: number }, now: number,
): StoredMemory {
  // What is derived from a guarded text is derived from its redacted rendering only (§10.24.2).
  const shown = shownOf(content);
  const confidential = content.tier === 'confidential';
  const kind = item.kind ?? kindOf(shown, { session: item.session !== undefined, speaker: item.speaker !== undefined, steps: (item.steps?.length ?? 0) > 0 });
  const known = kind === 'semantic' ? describe(shown) : { category: 'general' as const, importance: 0.5, fact: null };
  return {
    publicId,
    kind,
    category: item.category ?? (kind === 'procedural' ? 'procedure' : known.category),
    status,
    origin: from.origin,
    source: item.source ?? from.source ?? null,
    scope: narrow(caller, item.scope),
    session: item.session ?? null,
    message: from.message ?? null,
    job: from.job ?? null,
    speaker: item.speaker ?? null,
    pinned: item.pinned ?? false,
    importance: item.importance ?? known.importance,
    // Where it comes from may have believed it less, never more.
    trust: startingTrust(from.origin, [...parents.map((row) => row.trust), standing?.trust ?? 1]),
    content: mind.vault.seal(content, publicId),
    ...levelsOf(shown),
    happenedAt: item.happenedAt ?? now,
    times: timesIn(shown, item.happenedAt ?? now),
    validFrom: item.validFrom ?? null,
    validTo: item.validTo ?? null,
    fact: known.fact,
    steps: item.steps ?? [],
    vector: confidential ? null : vector,
    sealedVector: confidential && vector ? mind.vault.sealVector(vector, publicId, from.space) : null,
    relations: parents.map((row) => ({ to: row.public_id, type: 'derived_from' as const, weight: 1 })),
    scanned: SCANNER_VERSION,
  };
}

export interface SpokenTurn {
  session: string;
  message: MessageId | null;
  text: string;
  scope: Scope;
  /** Store what is stated; off, the turn only passes through the ring. */
  save: boolean;
}

/**
 * A message of the person. It always enters the sensory ring; what it states is stored sentence by
 * sentence, unless saving is off, a word is excluded, or only explicit wishes count.
 */
export async function rememberFromTurn(mind: Mind, caller: Caller, turn: SpokenTurn): Promise<RememberedInChat[]> {
  mind.ring.push({ session: turn.session, role: 'user', text: turn.text, at: mind.clock.now() });
  if (!turn.save) return [];
  const settings = mind.settings();
  const excluded = settings['remember.exclude'].map((word) => word.toLowerCase());
  const propositions = perceive(turn.text)
    .filter((p) => p.explicit || settings['remember.mode'] === 'tell')
    .filter((p) => !excluded.some((word) => p.text.toLowerCase().includes(word)))
    .filter((p) => MemoryText.safeParse(p.text).success);
  if (propositions.length === 0) return [];
  const items = propositions.map((p): NewMemory => ({ text: p.text, kind: p.kind, category: p.category, importance: p.importance, scope: turn.scope }));
  const explicit = propositions.every((p) => p.explicit);
  const kept = await remember(mind, caller, items, { origin: explicit ? 'person' : 'inferred', message: turn.message });
  return kept.map((one, i) => ({ ...one, said: propositions[i]!.sentence }));
}

const MOST_IDS = 100;
function announce(mind: Mind, ids: MemoryId[]): void {
  if (ids.length > 0) mind.emit({ type: 'memories', change: 'added', ids: ids.length > MOST_IDS ? [] : ids });
}

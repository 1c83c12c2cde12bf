import { EngramError, limits, MemoryText, type MemoryId, type MessageId, type NewMemory, type Origin, type Remembered, type Scope } from '../../contract/index.ts';
import { actorOf, assertMayWrite, narrow, type Caller } from '../../security/access/index.ts';
import { classify, type Tiered } from '../../security/pii/index.ts';
import { describe, kindOf, levelsOf, perceive } from '../sensory/index.ts';
import type { EmbeddingModel } from '../providers/index.ts';
import type { StoredMemory } from '../vault/index.ts';
import type { Mind } from './mind.ts';
import { screen } from './screen.ts';

/**
 * The way in: text → what it is → how closely it is guarded → smaller renderings → vector → one
 * durable write → vector codes. A message of a conversation comes in by `rememberFromTurn`, a text
 * that somebody hands over by `remember`.
 */

/** Trust a memory starts with, by who brought it (§7); only the person's later acts raise it. */
const TRUST: Record<Origin, number> = { person: 0.9, inferred: 0.7, agent: 0.6, imported: 0.5, client: 0.5, tool: 0.4 };

export interface Provenance {
  origin: Origin;
  source?: string | null;
  message?: MessageId | null;
  job?: string | null;
  /** Waits for approval: not indexed, never recalled. */
  quarantined?: boolean;
}

/** Stores texts in one transaction; answers in the order given. Throws INVALID_INPUT, CONTENT_TOO_LARGE, ACCESS_DENIED. */
export async function remember(mind: Mind, caller: Caller, items: readonly NewMemory[], from: Provenance): Promise<Remembered[]> {
  assertMayWrite(caller);
  for (const item of items) assertStorable(item.text);
  const statuses = items.map((item) => (screen(item, from.origin) === 'quarantined' || from.quarantined ? 'quarantined' : 'active'));
  const now = mind.clock.now();
  const contents = items.map((item) => classify(item.text, { chosen: item.tier, mayLower: caller.kind === 'person' }));
  const { model, index } = mind.embedding();
  const vectors = await embedAll(mind, model, contents.map((content) => (content.tier === 'cleartext' ? content.value : content.redacted)));
  const stored = items.map((item, i) => prepare(mind, caller, item, statuses[i]!, contents[i]!, vectors[i]!, from, now));
  const rows = await mind.vault.write('storeMemories', { memories: stored, space: index.space, now, actor: actorOf(caller) });
  index.stored(rows, stored.map((memory) => memory.status), vectors);
  // Without a vector, or with one in a space that gave way meanwhile.
  if (vectors.includes(null) || mind.embedding().index !== index) mind.embedLater();
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

/** A null vector means the model is away; a job embeds the memory later. */
async function embedAll(mind: Mind, model: EmbeddingModel, texts: readonly string[]): Promise<(Float32Array | null)[]> {
  try {
    return await model.embed(texts, 'document');
  } catch (error) {
    mind.log('warn', 'embedding_postponed', { count: texts.length, ...(error instanceof EngramError && { code: error.code }) });
    return texts.map(() => null);
  }
}

function prepare(
  mind: Mind, caller: Caller, item: NewMemory, status: StoredMemory['status'], content: Tiered<string>, vector: Float32Array | null, from: Provenance, now: number,
): StoredMemory {
  const publicId = mind.newId<MemoryId>(now);
  // What is derived from a guarded text is derived from its redacted rendering only (§10.24.2).
  const shown = content.tier === 'cleartext' ? content.value : content.redacted;
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
    trust: TRUST[from.origin],
    content: mind.vault.seal(content, publicId),
    ...levelsOf(shown),
    happenedAt: item.happenedAt ?? now,
    validFrom: item.validFrom ?? null,
    validTo: item.validTo ?? null,
    fact: known.fact,
    steps: item.steps ?? [],
    vector,
    relations: [],
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
export async function rememberFromTurn(mind: Mind, caller: Caller, turn: SpokenTurn): Promise<Remembered[]> {
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
  return remember(mind, caller, items, { origin: explicit ? 'person' : 'inferred', message: turn.message });
}

const MOST_IDS = 100;
function announce(mind: Mind, ids: MemoryId[]): void {
  if (ids.length > 0) mind.emit({ type: 'memories', change: 'added', ids: ids.length > MOST_IDS ? [] : ids });
}

import {
  EngramError, MemoryText, NewMemory, type ImportFormat, type ImportOptions, type ImportPreview, type JobId, type MemoryId, type NewMemory as NewMemoryOf,
} from '../../contract/index.ts';
import { scopedForMaintenance, type Caller } from '../../security/access/index.ts';
import { classify } from '../../security/pii/index.ts';
import { boundTime, pastTime, type ImportItem, type Standing } from '../formats/index.ts';
import { perceive } from '../sensory/index.ts';
import { approve } from './approval.ts';
import { idsOf } from './import-ids.ts';
import { ConversationDesk } from './import-conversations.ts';
import { Ties } from './import-ties.ts';
import { keep, type Incoming } from './ingest.ts';
import type { Mind } from './mind.ts';
import { screen } from './screen.ts';

/**
 * Foreign memories and conversations come in here: seen first, then stored in batches, quarantined
 * until approved. What a file says can lower the standing of a memory, never raise it (CORRECTIONS 20).
 */

const BATCH = 400;
const SAMPLES = 5;
const SAMPLE_CHARS = 160;
const HASHES = 500;

/** What a file holds, item by item, however it was read. */
export interface ImportFeed {
  format: ImportFormat;
  items: AsyncIterable<ImportItem>;
}

type Conversation = Extract<ImportItem, { type: 'conversation' | 'messages' }>;
type MemoryItem = Extract<ImportItem, { type: 'memory' }>;

/** Engram's own files hold the memories that were drawn from a conversation; drawing them again would bring back corrected and erased ones. */
const draws = (format: ImportFormat, options: ImportOptions): boolean => options.extract ?? (format !== 'engram' && format !== 'archive');

/** What the person stated in a conversation, sentence by sentence. */
function statementsOf(conversation: Conversation, options: ImportOptions, now: number): NewMemoryOf[] {
  return conversation.messages.filter((m) => m.role === 'user' && m.kind !== 'tool').flatMap((message) =>
    perceive(message.text).filter((p) => MemoryText.safeParse(p.text).success).map((p): NewMemoryOf => ({
      text: p.text, kind: p.kind, category: p.category, importance: p.importance, happenedAt: pastTime(message.createdAt, now), scope: options.scope,
    })));
}

/** Checked again: a reader gives what a file said. The scope is the person's choice, and times must be possible. */
function memoryOf(item: MemoryItem, options: ImportOptions, now: number): NewMemoryOf | null {
  const { happenedAt, validFrom, validTo } = item.memory;
  const parsed = NewMemory.safeParse({
    ...item.memory, scope: options.scope, happenedAt: pastTime(happenedAt, now), validFrom: boundTime(validFrom, now), validTo: boundTime(validTo, now),
  });
  return parsed.success ? parsed.data : null;
}

export async function previewImport(mind: Mind, feed: ImportFeed, options: ImportOptions): Promise<ImportPreview> {
  const now = mind.clock.now();
  const preview: ImportPreview = { format: feed.format, conversations: 0, messages: 0, memories: 0, duplicates: 0, from: null, to: null, skipped: [], samples: [] };
  const skipped = new Map<string, number>();
  const skip = (reason: string) => skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
  let hashes: Uint8Array[] = [];
  const known = async () => {
    preview.duplicates += await mind.vault.read('knownHashes', { hashes });
    hashes = [];
  };
  const seeTime = (raw: number | undefined) => {
    const at = pastTime(raw, now);
    if (at === undefined) return;
    preview.from = Math.min(preview.from ?? at, at);
    preview.to = Math.max(preview.to ?? at, at);
  };
  for await (const item of feed.items) {
    let memories: NewMemoryOf[] = [];
    if (item.type === 'skipped') skip(item.reason);
    else if (item.type === 'unused') skip(UNUSED[item.what]);
    else if (item.type === 'memory') {
      const memory = memoryOf(item, options, now);
      if (memory) memories = [memory];
      else skip(INVALID);
    } else if (item.type === 'conversation' || item.type === 'messages') {
      if (item.type === 'conversation') preview.conversations++;
      preview.messages += item.messages.length;
      for (const message of item.messages) seeTime(message.createdAt);
      if (draws(feed.format, options)) memories = statementsOf(item, options, now);
    }
    for (const memory of memories) {
      preview.memories++;
      seeTime(memory.happenedAt);
      if (preview.samples.length < SAMPLES) preview.samples.push(memory.text.slice(0, SAMPLE_CHARS).toWellFormed());
      hashes.push(mind.vault.seal(classify(memory.text, { mayLower: false }), '').hash);
      if (hashes.length >= HASHES) await known();
    }
  }
  await known();
  preview.skipped = [...skipped].map(([reason, count]) => ({ reason, count }));
  return preview;
}

const INVALID = 'not a valid memory';
const UNUSED = { agent: 'an agent; its instructions are not taken over', settings: 'settings; they are not taken over' } as const;

export interface ImportProgress {
  readonly done: number;
  advance(items: number): void;
}

/** A file may say that a memory is believed less or waited for approval; more than that it cannot say. */
function incomingOf(publicId: MemoryId, item: NewMemoryOf, standing: Standing, approved: boolean, now: number): Incoming & { returns: boolean } {
  const clean = screen(item, 'imported') === 'active' && standing.status !== 'quarantined';
  // What was superseded becomes history again when its successor is in place, at the end.
  const returns = approved && clean && standing.status === 'superseded';
  return {
    publicId, item, returns,
    status: approved && clean && !returns ? 'active' : 'quarantined',
    content: classify(item.text, { chosen: item.tier, mayLower: false }),
    standing: {
      createdAt: pastTime(standing.createdAt, now) ?? null, updatedAt: pastTime(standing.updatedAt, now) ?? null, strength: standing.strength ?? null, trust: standing.trust ?? null,
    },
  };
}

/**
 * Stores everything; `progress.done` items of an earlier run are passed over, so the same feed must
 * be given again. What is stored twice after a crash is stored once. Stops with CANCELLED between batches.
 */
export async function runImport(
  mind: Mind, caller: Caller, feed: ImportFeed, options: ImportOptions, progress: ImportProgress, signal: AbortSignal, job: JobId,
): Promise<Record<string, string | number>> {
  const { format } = feed;
  const result = { format, conversations: 0, memories: 0, merged: 0, versions: 0, skipped: 0 };
  const from = { origin: 'imported' as const, source: format, job };
  const ids = idsOf(job);
  const now = mind.clock.now();
  const ties = new Ties(mind, caller, job);
  const conversations = new ConversationDesk(mind, options.scope ?? {}, job, now);
  const extract = draws(format, options);
  const returning: MemoryId[] = [];
  let batch: Incoming[] = [];
  let versions: { memory: MemoryId; version: number; item: Extract<ImportItem, { type: 'version' }> }[] = [];
  /** The memory that versions and further relations belong to. */
  let last: { key: string; id: MemoryId; versions: number } | null = null;
  let items = 0;
  const flush = async () => {
    const stored = batch.length > 0 ? await keep(mind, caller, batch, from, now) : [];
    stored.forEach(({ id, outcome }, i) => {
      if (id !== batch[i]!.publicId) ties.moved(batch[i]!.publicId, id);
      if (outcome === 'merged') result.merged++;
      else result.memories++;
    });
    if (versions.length > 0) {
      await mind.vault.write('storeVersions', { job, versions: versions.map(({ memory, version, item }) => ({
        memory, version, content: mind.vault.seal(classify(item.text, { chosen: item.tier, mayLower: false }), memory), changedAt: pastTime(item.changedAt, now) ?? now, reason: item.reason,
      })) });
      result.versions += versions.length;
    }
    await ties.tell(now);
    progress.advance(items);
    batch = [];
    versions = [];
    items = 0;
    if (signal.aborted) throw new EngramError('CANCELLED');
  };
  const already = progress.done;
  let place = -1;
  for await (const item of feed.items) {
    place++;
    const again = place < already;
    if (!again) items++;
    if (item.type === 'memory') {
      const memory = memoryOf(item, options, now);
      const id: MemoryId = ids(place, 'memory', item.memory.text);
      last = memory && item.key !== undefined ? { key: item.key, id, versions: 0 } : null;
      if (memory) {
        const incoming = incomingOf(id, memory, item.standing ?? {}, options.approve === true, now);
        if (incoming.returns) returning.push(id);
        ties.learn(id, item.key, item.relations ?? []);
        if (!again) batch.push(incoming);
      } else if (!again) result.skipped++;
    } else if (item.type === 'relations') {
      if (last?.key === item.of) ties.learn(last.id, undefined, item.relations);
    } else if (item.type === 'version') {
      if (last?.key !== item.of) result.skipped++;
      else if (++last.versions && !again) versions.push({ memory: last.id, version: last.versions, item });
    } else if (item.type === 'conversation' || item.type === 'messages') {
      const at = place;
      const taken = item.type === 'messages' ? await conversations.goOn(item, again)
        : await conversations.open(item, { session: ids(at, 'session'), message: (number, key) => ids(number, 'message', at, key) }, again).then(() => true);
      if (taken && item.type === 'conversation' && !again) result.conversations++;
      if (!taken && !again) result.skipped++;
      if (taken && extract && !again)
        batch.push(...statementsOf(item, options, now).map((memory, i) => incomingOf(ids(at, 'statement', i, memory.text), memory, {}, options.approve === true, now)));
    } else if (!again) result.skipped++;
    if (batch.length >= BATCH || items >= BATCH || ties.waiting >= BATCH * 10) await flush();
  }
  await flush();
  await settle(mind, caller, returning);
  return { ...result, relations: ties.told };
}

/** Approves what another memory of the file took the place of, which then becomes history. */
async function settle(mind: Mind, caller: Caller, returning: readonly MemoryId[]): Promise<void> {
  const { space } = mind.embedding().index;
  for (let i = 0; i < returning.length; i += BATCH) {
    // What was merged into a memory that was here before has no row of its own.
    const rows = await Promise.all(returning.slice(i, i + BATCH).map((id) => mind.vault.read('memoryById', scopedForMaintenance({ id, space }))));
    const ids = rows.flatMap((row) => (row?.status === 'quarantined' ? [row.public_id as MemoryId] : []));
    if (ids.length > 0) await approve(mind, caller, { ids });
  }
}

import { EngramError, MemoryText, NewMemory, type ImportFormat, type ImportOptions, type ImportPreview, type EdgeType, type JobId, type MemoryId, type Message, type MessageId, type NewMemory as NewMemoryOf, type Session, type SessionId } from '../../contract/index.ts';
import type { Caller } from '../../security/access/index.ts';
import { detectFormat, readItems, type ImportItem } from '../formats/index.ts';
import { perceive } from '../sensory/index.ts';
import type { Mind } from './mind.ts';
import { relate } from './curate.ts';
import { remember } from './ingest.ts';
import { survey, type SourceFile } from './unpack.ts';
import { classify } from '../../security/pii/index.ts';

/** Foreign memories and conversations come in here: seen first, then stored in batches, quarantined until approved. */

const BATCH = 400;
const SAMPLES = 5;
const SAMPLE_CHARS = 160;
const HASHES = 500;

/** Opens the source from its start again; it is read more than once. */
export type OpenSource = () => AsyncIterable<SourceFile>;

async function formatOf(open: OpenSource, options: ImportOptions): Promise<ImportFormat> {
  if (options.format) return options.format;
  const { names, head } = await survey(open());
  const format = detectFormat(names, head);
  if (!format) throw new EngramError('IMPORT_UNREADABLE');
  return format;
}

type Conversation = Extract<ImportItem, { type: 'conversation' }>;
type MemoryItem = Extract<ImportItem, { type: 'memory' }>;

/** What the person stated in a conversation, sentence by sentence. */
function statementsOf(conversation: Conversation, options: ImportOptions): NewMemoryOf[] {
  if (options.extract === false) return [];
  return conversation.messages.filter((m) => m.role === 'user').flatMap((message) =>
    perceive(message.text).filter((p) => MemoryText.safeParse(p.text).success).map((p): NewMemoryOf => ({
      text: p.text, kind: p.kind, category: p.category, importance: p.importance, happenedAt: message.createdAt, scope: options.scope,
    })));
}

/** Checked again: a reader gives what a file said. */
function memoryOf(item: MemoryItem, options: ImportOptions): NewMemoryOf | null {
  const parsed = NewMemory.safeParse({ ...item.memory, scope: options.scope });
  return parsed.success ? parsed.data : null;
}

export async function previewImport(mind: Mind, open: OpenSource, options: ImportOptions): Promise<ImportPreview> {
  const format = await formatOf(open, options);
  const preview: ImportPreview = { format, conversations: 0, messages: 0, memories: 0, duplicates: 0, from: null, to: null, skipped: [], samples: [] };
  const skipped = new Map<string, number>();
  let hashes: Uint8Array[] = [];
  const known = async () => {
    preview.duplicates += await mind.vault.read('knownHashes', { hashes });
    hashes = [];
  };
  const seeTime = (at: number | undefined) => {
    if (at === undefined) return;
    preview.from = Math.min(preview.from ?? at, at);
    preview.to = Math.max(preview.to ?? at, at);
  };
  for await (const item of readItems(format, open(), { now: mind.clock.now() })) {
    if (item.type === 'skipped') {
      skipped.set(item.reason, (skipped.get(item.reason) ?? 0) + 1);
      continue;
    }
    const memories = item.type === 'conversation' ? statementsOf(item, options) : [memoryOf(item, options)].filter((m) => m !== null);
    if (item.type === 'memory' && memories.length === 0) skipped.set('not a valid memory', (skipped.get('not a valid memory') ?? 0) + 1);
    if (item.type === 'conversation') {
      preview.conversations++;
      preview.messages += item.messages.length;
      for (const message of item.messages) seeTime(message.createdAt);
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

async function storeConversation(mind: Mind, conversation: Conversation, options: ImportOptions, job: JobId): Promise<void> {
  const now = mind.clock.now();
  const sessionId = mind.newId<SessionId>(now);
  // Ids of the file are replaced: they may collide with live rows (CORRECTIONS 20).
  const ids = new Map(conversation.messages.map((m) => [m.id, mind.newId<MessageId>(now)]));
  const leaf = conversation.leaf === null ? conversation.messages.at(-1)?.id : conversation.leaf;
  const session: Session & { job: string } = {
    id: sessionId, title: conversation.title.slice(0, 200) || 'Imported chat', agent: null, scope: options.scope ?? {}, offRecord: false, readMemory: true, saveMemory: true,
    model: mind.settings()['chat.model'], leaf: (leaf ? ids.get(leaf) : undefined) ?? null, draft: '', createdAt: conversation.createdAt, updatedAt: conversation.createdAt, job,
  };
  const messages = conversation.messages.map((m): Message => ({
    id: ids.get(m.id)!, session: sessionId, parent: (m.parent !== null && ids.get(m.parent)) || null, role: m.role, text: m.text, status: 'done',
    model: null, sources: null, remembered: [], usage: null, error: null, createdAt: m.createdAt,
  }));
  await mind.vault.write('saveSession', session);
  if (messages.length) await mind.vault.write('saveMessages', messages);
}

/** Relations between items of one file: told once both ends are stored. */
class Ties {
  readonly #ids = new Map<string, MemoryId>();
  readonly #open: { from: MemoryId; to: string; type: EdgeType }[] = [];

  learn(id: MemoryId, item: MemoryItem | null): void {
    if (item?.key !== undefined && !this.#ids.has(item.key)) this.#ids.set(item.key, id);
    for (const relation of item?.relations ?? []) this.#open.push({ from: id, ...relation });
  }

  /** How many were stored. A relation to nothing, to itself or in a circle is left out. */
  async tell(mind: Mind, caller: Caller): Promise<number> {
    let told = 0;
    for (const { from, to, type } of this.#open) {
      const target = this.#ids.get(to);
      if (target === undefined || target === from) continue;
      const stored = await relate(mind, caller, { from, to: target, type }).then(() => true, (error: unknown) => {
        if (error instanceof EngramError && error.code === 'WOULD_CYCLE') return false;
        throw error;
      });
      if (stored) told++;
    }
    return told;
  }
}

export interface ImportProgress {
  readonly done: number;
  advance(items: number): void;
}

/** Stores everything; `progress.done` items of an earlier run are passed over. Stops with CANCELLED between batches. */
export async function runImport(
  mind: Mind, caller: Caller, open: OpenSource, options: ImportOptions, progress: ImportProgress, signal: AbortSignal, job: JobId,
): Promise<Record<string, string | number>> {
  const format = await formatOf(open, options);
  const result = { format, conversations: 0, memories: 0, merged: 0, skipped: 0 };
  const from = { origin: 'imported' as const, source: format, job, quarantined: !options.approve };
  const ties = new Ties();
  let batch: { memory: NewMemoryOf; item: MemoryItem | null }[] = [];
  let items = 0;
  const flush = async () => {
    if (batch.length > 0) {
      const stored = await remember(mind, caller, batch.map(({ memory }) => memory), from);
      stored.forEach(({ id }, i) => ties.learn(id, batch[i]!.item));
      result.memories += stored.filter((s) => s.outcome !== 'merged').length;
      result.merged += stored.filter((s) => s.outcome === 'merged').length;
    }
    progress.advance(items);
    batch = [];
    items = 0;
    if (signal.aborted) throw new EngramError('CANCELLED');
  };
  let passed = 0;
  const already = progress.done;
  for await (const item of readItems(format, open(), { now: mind.clock.now() })) {
    if (passed++ < already) continue;
    items++;
    if (item.type === 'skipped') result.skipped++;
    else if (item.type === 'conversation') {
      await storeConversation(mind, item, options, job);
      result.conversations++;
      batch.push(...statementsOf(item, options).map((memory) => ({ memory, item: null })));
    } else {
      const memory = memoryOf(item, options);
      if (memory) batch.push({ memory, item });
      else result.skipped++;
    }
    if (batch.length >= BATCH || items >= BATCH) await flush();
  }
  await flush();
  return { ...result, relations: await ties.tell(mind, caller) };
}

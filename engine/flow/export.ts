import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { open, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { EngramError, type MemoryId, type SettingKey, type Settings, type Tier, type MemoryEdge } from '../../contract/index.ts';
import { engramAgentLine, engramConversationLines, engramHeader, engramLines, engramSettingsLine, markdownOf, type WrittenMemory } from '../formats/index.ts';
import { toMemory } from '../vault/index.ts';
import type { Mind } from './mind.ts';
import type { ImportProgress } from './import.ts';

const PAGE = 500;
const PRIVATE_FILE = 0o600;
const PRIVATE_DIR = 0o700;
/** Settings that mean something on this machine only. */
const LEFT_HERE: readonly SettingKey[] = ['embedder'];

export interface ExportTarget {
  path: string;
  format: 'archive' | 'engram' | 'markdown';
  /** Encrypts the lines of an archive. */
  seal?: (lines: AsyncIterable<string>) => AsyncIterable<Uint8Array>;
}

export type ExportProgress = ImportProgress & { total(items: number): void };

/** Every memory that is not forgotten, whole, in the order it was stored. */
async function* everything(mind: Mind): AsyncGenerator<WrittenMemory[]> {
  for (let after = 0; ; ) {
    const { rows, versions, edges } = await mind.vault.read('exportPage', { after, limit: PAGE, space: mind.embedding().index.space });
    if (rows.length === 0) return;
    yield rows.map((row) => ({
      ...toMemory(row, mind.vault.text(row)),
      strength: row.strength,
      edges: edges.filter((e) => e.memory === row.id).map((e) => ({ from: e.source as MemoryId, to: e.target as MemoryId, type: e.type as MemoryEdge['type'], weight: e.weight })),
      versions: versions.filter((v) => v.memory === row.id).map((v) => ({
        version: v.version, changedAt: v.changed_at, reason: v.reason, tier: v.tier as Tier,
        text: mind.vault.text({ public_id: row.public_id, tier: v.tier as Tier, text: v.text, cipher: v.cipher }),
      })),
    }));
    after = rows.at(-1)!.id;
  }
}

/** Memories and conversations as lines; `told` hears of every page. */
async function* linesOf(mind: Mind, told: (memories: number) => void): AsyncGenerator<string> {
  for await (const page of everything(mind)) {
    for (const memory of page) yield* engramLines(memory);
    told(page.length);
  }
  for (let after = ''; ; ) {
    const ids = await mind.vault.read('sessionIds', { after, limit: PAGE });
    if (ids.length === 0) return;
    for (const id of ids) {
      const session = await mind.vault.read('sessionById', { id });
      const messages = await mind.vault.read('messagesOf', { session: id });
      if (session && messages.length > 0) yield* engramConversationLines(session, messages);
      told(0);
    }
    after = ids.at(-1)!;
  }
}

/** What an archive holds beyond the memories. Keys of providers are no settings and stay here. */
async function* ownLines(mind: Mind): AsyncGenerator<string> {
  const values: Partial<Settings> = { ...mind.settings() };
  for (const key of LEFT_HERE) delete values[key];
  yield engramSettingsLine(values);
  for (const agent of await mind.vault.read('listAgents')) yield engramAgentLine(agent);
}

/** What the file system says, in our words. */
function writeFailure(error: unknown): EngramError {
  if (error instanceof EngramError) return error;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  if (code === 'EEXIST') return new EngramError('CONFLICT', { detail: 'the target exists' });
  if (code === 'ENOENT' || code === 'ENOTDIR') return new EngramError('NOT_FOUND', { detail: 'there is no such folder' });
  if (code === 'ENOSPC' || code === 'EDQUOT') return new EngramError('DISK_FULL');
  return new EngramError('WRITE_FAILED', code === '' ? {} : { detail: code }, { cause: error });
}

/** Writes a new private file to the disk; what could not be finished is removed again. */
async function writeNew(path: string, pieces: AsyncIterable<Uint8Array>): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  // `wx`: the file must not be there, and what is no regular file is not opened.
  const file = await open(path, 'wx', PRIVATE_FILE).catch((error: unknown) => { throw writeFailure(error); });
  try {
    for await (const piece of pieces) {
      hash.update(piece);
      bytes += piece.length;
      await file.writeFile(piece);
    }
    await file.sync();
    await file.close();
  } catch (error) {
    await file.close().catch(() => {});
    await unlink(path).catch(() => {});
    throw writeFailure(error);
  }
  return { bytes, sha256: hash.digest('hex') };
}

const FLUSH_BYTES = 64 * 1024;

async function* asBytes(header: string, lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let text = `${header}\n`;
  for await (const line of lines) {
    text += `${line}\n`;
    if (text.length < FLUSH_BYTES) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

async function* joined<T>(...sources: readonly AsyncIterable<T>[]): AsyncGenerator<T> {
  for (const source of sources) yield* source;
}

/** A folder with one note for each memory. It is ours alone, so all of it goes when it cannot be finished. */
async function writeNotes(mind: Mind, path: string, told: (memories: number) => void): Promise<void> {
  try {
    mkdirSync(path, { mode: PRIVATE_DIR });
  } catch (error) {
    throw writeFailure(error);
  }
  try {
    for await (const page of everything(mind)) {
      for (const memory of page) writeFileSync(join(path, `${memory.id}.md`), markdownOf(memory), { mode: PRIVATE_FILE, flag: 'wx' });
      told(page.length);
    }
  } catch (error) {
    rmSync(path, { recursive: true, force: true });
    throw writeFailure(error);
  }
}

/**
 * Writes what the vault holds: an encrypted archive, one readable JSON Lines file, or a folder of
 * Markdown. Never writes over anything (CONFLICT), and leaves nothing behind when it fails or is
 * stopped. Throws NOT_FOUND, DISK_FULL, WRITE_FAILED, CANCELLED.
 */
export async function exportTo(mind: Mind, target: ExportTarget, progress: ExportProgress, signal: AbortSignal): Promise<Record<string, string | number>> {
  const { path, format, seal } = target;
  const counts = await mind.vault.read('countByStatus');
  progress.total(counts.active + counts.superseded + counts.quarantined);
  let memories = 0;
  const told = (more: number) => {
    memories += more;
    progress.advance(more);
    if (signal.aborted) throw new EngramError('CANCELLED');
  };
  if (await stat(path).then(() => true, () => false)) throw new EngramError('CONFLICT', { detail: 'the target exists' });
  if (format === 'markdown') {
    await writeNotes(mind, path, told);
    return { path, memories };
  }
  const lines = linesOf(mind, told);
  const pieces = seal ? seal(joined(ownLines(mind), lines)) : asBytes(engramHeader(), lines);
  return { ...(await writeNew(path, pieces)), path, memories };
}

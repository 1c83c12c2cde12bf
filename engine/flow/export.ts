import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { EngramError, type Memory, type MemoryEdge, type MemoryId } from '../../contract/index.ts';
import { scopedForMaintenance } from '../../security/access/index.ts';
import { engramConversationLine, engramHeader, engramLine, markdownOf } from '../formats/index.ts';
import { toMemory, type MemoryRow } from '../vault/index.ts';
import type { Mind } from './mind.ts';
import type { ImportProgress } from './import.ts';

const PAGE = 500;
const PRIVATE_FILE = 0o600;
const PRIVATE_DIR = 0o700;

type WithEdges = Memory & { edges: MemoryEdge[] };

async function whole(mind: Mind, row: MemoryRow): Promise<WithEdges> {
  const { edges } = await mind.vault.read('memoryStory', scopedForMaintenance({ id: row.id }));
  return {
    ...toMemory(row, mind.vault.text(row)),
    edges: edges.map((e) => ({ from: e.source as MemoryId, to: e.target as MemoryId, type: e.type as MemoryEdge['type'], weight: e.weight, keyFact: e.key_fact })),
  };
}

type Place = readonly [happenedAt: number, number: number] | null;

function pageAfter(mind: Mind, after: Place): Promise<{ rows: MemoryRow[] }> {
  return mind.vault.read('listMemories', scopedForMaintenance({
    filter: { status: ['active' as const, 'superseded' as const, 'quarantined' as const] }, sort: 'oldest' as const, after, limit: PAGE, space: mind.embedding().index.space,
  }));
}

/** Every memory that is not forgotten, whole, oldest first. */
async function* everything(mind: Mind): AsyncGenerator<WithEdges[]> {
  let after: Place = null;
  while (true) {
    const { rows } = await pageAfter(mind, after);
    const last = rows.at(-1);
    if (!last) return;
    yield Promise.all(rows.map((row) => whole(mind, row)));
    after = [last.happened_at, last.id];
  }
}

/**
 * Writes what the vault holds where others can read it: one JSON Lines file, or a folder of
 * Markdown. Refuses to overwrite (CONFLICT).
 */
export async function exportTo(
  mind: Mind, path: string, format: 'engram' | 'markdown', progress: ImportProgress & { total(items: number): void }, signal: AbortSignal,
): Promise<Record<string, string | number>> {
  if (existsSync(path)) throw new EngramError('CONFLICT', { detail: 'the target exists' });
  const counts = await mind.vault.read('countByStatus');
  progress.total(counts.active + counts.superseded + counts.quarantined);
  const check = () => {
    if (signal.aborted) throw new EngramError('CANCELLED');
  };
  let memories = 0;
  if (format === 'markdown') {
    mkdirSync(path, { recursive: true, mode: PRIVATE_DIR });
    for await (const page of everything(mind)) {
      check();
      for (const memory of page) writeFileSync(join(path, `${memory.id}.md`), markdownOf(memory), { mode: PRIVATE_FILE, flag: 'wx' });
      memories += page.length;
      progress.advance(page.length);
    }
    return { path, memories };
  }
  const hash = createHash('sha256');
  const file = openSync(path, 'wx', PRIVATE_FILE);
  try {
    const write = (line: string) => {
      const bytes = Buffer.from(`${line}\n`);
      hash.update(bytes);
      writeSync(file, bytes);
    };
    write(engramHeader());
    for await (const page of everything(mind)) {
      check();
      for (const memory of page) write(engramLine(memory));
      memories += page.length;
      progress.advance(page.length);
    }
    for (const session of await mind.vault.read('listSessions')) {
      check();
      const messages = await mind.vault.read('messagesOf', { session: session.id });
      if (messages.length > 0) write(engramConversationLine({ type: 'conversation', ...session, messages }));
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return { path, memories, bytes: statSync(path).size, sha256: hash.digest('hex') };
}

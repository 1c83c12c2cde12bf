import { EngramError, type ImportFormat } from '../../contract/index.ts';
import { chatGptItems, isChatGptConversation } from './chatgpt.ts';
import { claudeConversationItems, claudeMemoryItems, claudeProjectItems, isClaudeConversation } from './claude.ts';
import { ENGRAM_DEPTH, engramItems, isFrame } from './engram.ts';
import { skipped, type ImportFile, type ImportItem, type ReadOptions } from './item.ts';
import { lineRows, listRows, parseRow, type Row } from './json-list.ts';
import { isNote, noteItems } from './markdown.ts';
import { mcpMemoryItems } from './mcp-memory.ts';

const baseName = (name: string): string => name.slice(name.lastIndexOf('/') + 1).toLowerCase();
const isJson = (name: string): boolean => name.endsWith('.json');
const isLines = (name: string): boolean => /\.(?:jsonl|ndjson|json)$/.test(name);

/**
 * Everything in the given files, in a stable order, as a stream. Garbage never throws: it comes as
 * `skipped` with a reason. An error of the source of the bytes goes through.
 */
export async function* readItems(format: ImportFormat, files: AsyncIterable<ImportFile>, options: ReadOptions = {}): AsyncGenerator<ImportItem> {
  const seen = new Set<string>();
  for await (const file of files) {
    for await (const item of fileItems(format, file, options)) {
      if (item.type === 'conversation' && item.id !== '') {
        if (seen.has(item.id)) {
          yield skipped('a conversation that came before');
          continue;
        }
        seen.add(item.id);
      }
      yield item;
    }
  }
}

async function* fileItems(format: ImportFormat, file: ImportFile, options: ReadOptions): AsyncGenerator<ImportItem> {
  const base = baseName(file.name);
  if (base.startsWith('.') || base === '') return;
  switch (format) {
    case 'engram':
      if (isLines(base)) yield* rowsAsItems(lineRows(file.bytes), (value, chars) => bounded(chars, value, options), ENGRAM_DEPTH);
      return;
    case 'mcp-memory':
      if (isLines(base)) yield* rowsAsItems(lineRows(file.bytes), mcpMemoryItems, ENGRAM_DEPTH);
      return;
    case 'markdown':
      if (isNote(file.name)) yield* noteItems(file, options);
      return;
    case 'chatgpt':
      if (isJson(base)) yield* rowsAsItems(listRows(file.bytes), exportRow(base, isChatGptConversation, (value) => chatGptItems(value, options)));
      return;
    case 'claude':
      if (!isJson(base)) return;
      if (/^memories/.test(base)) yield* rowsAsItems(listRows(file.bytes), claudeMemoryItems);
      else if (/^projects?/.test(base) || /(?:^|\/)projects\//.test(file.name)) yield* rowsAsItems(listRows(file.bytes), (value) => claudeProjectItems(value, options));
      else yield* rowsAsItems(listRows(file.bytes), exportRow(base, isClaudeConversation, (value) => claudeConversationItems(value, options)));
      return;
    // Opened by whoever has its passphrase, who then reads its lines.
    case 'archive':
      yield skipped('an encrypted archive');
  }
}

/**
 * The lines between header and footer of an archive. What Engram never writes into one ends the
 * reading: throws IMPORT_UNREADABLE for a line that is no JSON, too deep, or a second header or footer.
 */
export async function* readLines(lines: AsyncIterable<string>, options: ReadOptions = {}): AsyncGenerator<ImportItem> {
  for await (const text of lines) {
    const parsed = parseRow({ text }, ENGRAM_DEPTH);
    if ('problem' in parsed) throw new EngramError('IMPORT_UNREADABLE', { detail: parsed.problem });
    if (isFrame(parsed.value)) throw new EngramError('IMPORT_UNREADABLE', { detail: 'a header or footer in the middle' });
    yield* bounded(text.length, parsed.value, options);
  }
}

/** Most bytes of all texts in one record that is no conversation. A memory with a hundred long steps stays below. */
const RECORD_BYTES = 1024 * 1024;

function bounded(chars: number, value: unknown, options: ReadOptions): ImportItem[] {
  const items = engramItems(value, options);
  // Only a long row can hold much, and the measure is taken without the escapes of JSON.
  if (chars <= RECORD_BYTES || items.some((item) => item.type === 'conversation' || item.type === 'messages')) return items;
  return textBytes(value) > RECORD_BYTES ? [skipped('a record is too large')] : items;
}

function textBytes(value: unknown): number {
  if (typeof value === 'string') return new TextEncoder().encode(value).length;
  if (typeof value !== 'object' || value === null) return 1;
  return Object.entries(value).reduce((sum, [name, inner]) => sum + name.length + textBytes(inner), 0);
}

/**
 * Exports hold other JSON files too (account, feedback, settings). Only the file that must hold
 * conversations reports what is none; a renamed one is read as well.
 */
function exportRow(base: string, fits: (value: unknown) => boolean, read: (value: unknown) => ImportItem[]) {
  const expected = base.startsWith('conversations');
  return (value: unknown): ImportItem[] => (expected || fits(value) ? read(value) : []);
}

async function* rowsAsItems(rows: AsyncIterable<Row>, read: (value: unknown, chars: number) => ImportItem[], deepest?: number): AsyncGenerator<ImportItem> {
  for await (const row of rows) {
    const parsed = parseRow(row, deepest);
    if ('problem' in parsed) yield skipped(parsed.problem);
    else yield* read(parsed.value, 'text' in row ? row.text.length : 0);
  }
}

import type { ImportFormat } from '../../contract/index.ts';

const baseName = (name: string): string => name.slice(name.lastIndexOf('/') + 1).toLowerCase();

/** What a file begins with that `age` or an export as archive made. */
const AGE = 'age-encryption.org/v1';

/**
 * The format of an import by the names of its files and the first bytes of the first readable one;
 * null when nothing fits.
 */
export function detectFormat(names: readonly string[], head: Uint8Array): ImportFormat | null {
  if (new TextDecoder().decode(head.subarray(0, AGE.length)) === AGE) return 'archive';
  const bases = new Set(names.map(baseName));
  const start = new TextDecoder().decode(head).trimStart();
  if (/^\{[^\n]*"format"\s*:\s*"engram"/.test(start)) return 'engram';
  if (/"chat_messages"\s*:/.test(start)) return 'claude';
  if (/"mapping"\s*:\s*\{/.test(start)) return 'chatgpt';
  if (/^\{[^\n]*"type"\s*:\s*"(?:entity|relation)"/.test(start) || /^\{\s*"(?:entities|relations)"\s*:\s*\[/.test(start)) return 'mcp-memory';
  if ([...bases].some((base) => /^conversations(?:[-_ (]?\d+\)?)?\.json$/.test(base))) {
    const claude = bases.has('users.json') || bases.has('memories.json') || bases.has('projects.json') || /^\[?\s*\{\s*"uuid"/.test(start);
    return claude ? 'claude' : 'chatgpt';
  }
  if (/"conversations_memory"\s*:/.test(start)) return 'claude';
  if (bases.has('memory.jsonl') || bases.has('memory.json')) return 'mcp-memory';
  if (/^\{[^\n]*"type"\s*:\s*"(?:memory|conversation)"/.test(start)) return 'engram';
  return [...bases].some((base) => /\.(?:md|markdown)$/.test(base)) ? 'markdown' : null;
}

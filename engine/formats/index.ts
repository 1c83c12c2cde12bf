// STOPGAP until the formats land
import type { ImportFormat, Memory } from '../../contract/index.ts';
export type ImportItem =
  | { type: 'memory'; memory: Record<string, unknown> & { text: string } }
  | { type: 'conversation'; id: string; title: string; createdAt: number; leaf: string | null; messages: { id: string; parent: string | null; role: 'user' | 'assistant'; text: string; createdAt: number }[] }
  | { type: 'skipped'; reason: string };
export const detectFormat = (_names: readonly string[], _head: Uint8Array): ImportFormat | null => null;
export async function* readItems(_format: ImportFormat, _files: AsyncIterable<unknown>): AsyncGenerator<ImportItem> { yield { type: 'skipped', reason: 'x' }; }
export const engramHeader = (): string => '{}';
export const engramLine = (memory: Memory): string => JSON.stringify(memory);
export const markdownOf = (memory: Memory): string => memory.text;

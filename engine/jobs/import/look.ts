import { createHash, type Hash } from 'node:crypto';
import { EngramError } from '../../../contract/index.ts';
import { pastTime, type ImportItem } from '../../formats/index.ts';
import type { Looked } from './protocol.ts';

/** Passes bytes on and takes their fingerprint. */
export async function* fingerprinted(bytes: AsyncIterable<Uint8Array>, hash: Hash, count: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    hash.update(piece);
    count(piece.length);
    yield piece;
  }
}

export const newHash = (): Hash => createHash('sha256');

/** Most different reasons that are told; a reader has a few dozen fixed ones. */
const MOST_REASONS = 100;
/** What is told beside the items: how many bytes were read, and of what. */
export interface Sizes {
  bytes: number;
  plainBytes: number;
  hash: Hash | null;
}

/** Counts everything once. What cannot be read to its end is told as `problem`; other failures go through. */
export async function lookThrough(items: AsyncIterable<ImportItem>, sizes: Sizes, now: number): Promise<Looked> {
  const report: Looked = {
    whole: true, problem: null, bytes: 0, plainBytes: 0, sha256: '', memories: { episodic: 0, semantic: 0, procedural: 0 },
    versions: 0, relations: 0, conversations: 0, messages: 0, agents: 0, settings: 0, from: null, to: null, skipped: [], items: 0,
  };
  const reasons = new Map<string, number>();
  const see = (raw: number | undefined) => {
    const at = pastTime(raw, now);
    if (at === undefined) return;
    report.from = Math.min(report.from ?? at, at);
    report.to = Math.max(report.to ?? at, at);
  };
  try {
    for await (const item of items) {
      report.items++;
      if (item.type === 'memory') {
        report.memories[item.memory.kind ?? 'semantic']++;
        report.relations += item.relations?.length ?? 0;
        see(item.memory.happenedAt);
      } else if (item.type === 'relations') report.relations += item.relations.length;
      else if (item.type === 'version') report.versions++;
      else if (item.type === 'conversation' || item.type === 'messages') {
        if (item.type === 'conversation') report.conversations++;
        report.messages += item.messages.length;
        for (const message of item.messages) see(message.createdAt);
      } else if (item.type === 'unused') report[item.what === 'agent' ? 'agents' : 'settings']++;
      else if (reasons.has(item.reason) || reasons.size < MOST_REASONS) reasons.set(item.reason, (reasons.get(item.reason) ?? 0) + 1);
    }
  } catch (error) {
    if (!(error instanceof EngramError) || error.code !== 'IMPORT_UNREADABLE') throw error;
    report.whole = false;
    report.problem = error.data.detail ?? 'the file cannot be read to its end';
  }
  report.bytes = sizes.bytes;
  report.plainBytes = sizes.plainBytes;
  report.sha256 = report.whole ? sizes.hash?.digest('hex') ?? '' : '';
  report.skipped = [...reasons].map(([reason, count]) => ({ reason, count }));
  return report;
}

import { isTrusted } from '../../../security/access/index.ts';
import type { Category, Memory, MemoryKind, MemoryStatus, Origin, Scope, Tier } from '../../../contract/index.ts';

/** A memory as the tables hold it, joined with its scope and subtype. Plain data, thread-safe. */
export interface MemoryRow {
  id: number;
  public_id: string;
  kind: MemoryKind;
  category: Category;
  status: MemoryStatus;
  tier: Tier;
  origin: Origin;
  source: string | null;
  scope: number;
  session: string | null;
  position: number | null;
  message: string | null;
  job: string | null;
  speaker: string | null;
  pinned: number;
  importance: number;
  strength: number;
  trust: number;
  text: string;
  cipher: Uint8Array | null;
  summary: string;
  key_fact: string;
  tag: string;
  created_at: number;
  updated_at: number;
  happened_at: number;
  valid_from: number | null;
  valid_to: number | null;
  last_used_at: number | null;
  forgotten_at: number | null;
  uses: number;
  corroborations: number;
  version: number;
  scanned: number;
  levels_by: string | null;
  project: string;
  squad: string;
  agent: string;
  channel: string;
  channel_user: string;
  subject: string | null;
  predicate: string | null;
  object: string | null;
  steps: string | null;
  embedded: number;
}

/** Columns of MemoryRow; the space number for `embedded` is the first bound value. */
export const memoryColumns = `
  m.id, m.public_id, m.kind, m.category, m.status, m.tier, m.origin, m.source, m.scope, m.session, m.position, m.message,
  m.job, m.speaker, m.pinned, m.importance, m.strength, m.trust, m.text, m.cipher, m.summary, m.key_fact, m.tag,
  m.created_at, m.updated_at, m.happened_at, m.valid_from, m.valid_to, m.last_used_at, m.forgotten_at, m.uses,
  m.corroborations, m.version, m.scanned, m.levels_by, s.project, s.squad, s.agent, s.channel, s.channel_user,
  f.subject, f.predicate, f.object, p.steps,
  (m.tier = 'confidential' OR EXISTS (SELECT 1 FROM memory_embeddings e WHERE e.space = ? AND e.memory = m.id)) AS embedded`;

export const memoryJoins = `
  memories m
  JOIN scopes s ON s.id = m.scope
  LEFT JOIN semantic_memories f ON f.memory = m.id
  LEFT JOIN procedural_memories p ON p.memory = m.id`;

export function rowScope(row: Pick<MemoryRow, 'project' | 'squad' | 'agent' | 'channel' | 'channel_user'>): Scope {
  return {
    ...(row.project && { project: row.project }),
    ...(row.squad && { squad: row.squad }),
    ...(row.agent && { agent: row.agent }),
    ...(row.channel && { channel: row.channel }),
    ...(row.channel_user && { channelUser: row.channel_user }),
  };
}

/** A row as the contract's memory. `text` is the opened text when the caller may read it, else null. */
export function toMemory(row: MemoryRow, text: string | null): Memory {
  return {
    id: row.public_id as Memory['id'],
    kind: row.kind,
    category: row.category,
    text: text ?? row.text,
    redacted: row.tier !== 'cleartext' && text === null,
    summary: row.summary,
    keyFact: row.key_fact,
    tag: row.tag,
    levelsBy: row.levels_by,
    fact: row.subject === null ? null : { subject: row.subject, predicate: row.predicate ?? '', object: row.object ?? '' },
    steps: row.steps === null ? [] : (JSON.parse(row.steps) as string[]),
    tier: row.tier,
    scope: rowScope(row),
    origin: row.origin,
    source: row.source,
    status: row.status,
    pinned: row.pinned === 1,
    importance: row.importance,
    trust: row.trust,
    trusted: isTrusted(row.trust),
    speaker: row.speaker,
    session: row.session,
    message: row.message as Memory['message'],
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    happenedAt: row.happened_at,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    lastUsedAt: row.last_used_at,
    uses: row.uses,
    corroborations: row.corroborations,
    version: row.version,
    embedded: row.embedded === 1,
  };
}

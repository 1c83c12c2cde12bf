import { z } from 'zod';
import { call } from './base.ts';
import { limits } from '../limits.ts';
import { Instant, JobId, MemoryId, Unit } from '../ids.ts';
import { RecallQuery } from '../entities/recall.ts';
import { Scope } from '../entities/scope.ts';
import {
  Category, EdgeType, ErasureReport, Facets, Memory, MemoryDetail, MemoryEdge, MemoryFilter, MemoryText, NewMemory, PurgeTarget, Remembered, Removed, Tier,
} from '../entities/memory.ts';

const byId = z.strictObject({ id: MemoryId });
const quarantined = z.strictObject({
  ids: z.array(MemoryId).min(1).max(limits.batch).optional(), job: JobId.optional(), source: z.string().min(1).max(limits.nameChars).optional(), all: z.literal(true).optional(),
});

export const memories = {
  remember: call.route({ method: 'POST', path: '/memories' }).input(NewMemory).output(Remembered),
  /** One transaction for all; the answers come in the order of the input. */
  rememberMany: call
    .route({ method: 'POST', path: '/memories/batch' })
    .input(z.strictObject({ memories: z.array(NewMemory).min(1).max(limits.batch) }))
    .output(z.array(Remembered)),
  get: call.route({ method: 'GET', path: '/memories/{id}' }).input(byId).output(MemoryDetail),
  /** Several at once, as one read: what the caller may see of them, in the order asked. */
  some: call
    .route({ method: 'POST', path: '/memories/some' })
    .input(z.strictObject({ ids: z.array(MemoryId).min(1).max(limits.page) }))
    .output(z.array(Memory)),
  list: call
    .route({ method: 'POST', path: '/memories/list' })
    .input(z.strictObject({
      filter: MemoryFilter.optional(),
      /** `nextCursor` of the page before; it stays valid while memories are added. */
      cursor: z.string().max(200).optional(),
      limit: z.int().min(1).max(limits.page).optional(),
      sort: z.enum(['newest', 'oldest', 'most_used']).optional(),
    }))
    .output(z.object({ items: z.array(Memory), nextCursor: z.string().nullable(), total: z.int() })),
  facets: call
    .route({ method: 'POST', path: '/memories/facets' })
    .input(z.strictObject({ filter: MemoryFilter.optional() }))
    .output(Facets),
  /** Keeps the old text as a version. */
  update: call
    .route({ method: 'PATCH', path: '/memories/{id}' })
    .input(z.strictObject({
      id: MemoryId,
      text: MemoryText.optional(),
      category: Category.optional(),
      importance: Unit.optional(),
      scope: Scope.optional(),
      tier: Tier.optional(),
      validFrom: Instant.nullable().optional(),
      validTo: Instant.nullable().optional(),
    }))
    .output(Memory),
  pin: call
    .route({ method: 'POST', path: '/memories/{id}/pin' })
    .input(z.strictObject({ id: MemoryId, pinned: z.boolean() }))
    .output(Memory),
  /** To the shelf: out of recall at once, restorable until `until`. */
  forget: call
    .route({ method: 'POST', path: '/memories/{id}/forget' })
    .input(byId)
    .output(z.object({ id: MemoryId, until: Instant })),
  restore: call.route({ method: 'POST', path: '/memories/{id}/restore' }).input(byId).output(Memory),
  /** For ever: text, index terms, vector, relations, versions, what was derived from it, and its copies in conversations. */
  erase: call
    .route({ method: 'DELETE', path: '/memories/{id}' })
    .input(byId)
    .output(z.object({ id: MemoryId, removed: Removed, remains: ErasureReport.shape.remains, inLog: ErasureReport.shape.inLog })),
  /** How much a purge would take away. Changes nothing. */
  purgePreview: call
    .route({ method: 'POST', path: '/memories/purge/preview' })
    .input(z.strictObject({ target: PurgeTarget, sessions: z.boolean().optional() }))
    .output(z.object({ memories: z.int(), sessions: z.int(), backups: z.int() })),
  /** Erases everything of a user, agent, project, channel or source; with `sessions` the conversations there too. `confirm` repeats the name. */
  purge: call
    .route({ method: 'POST', path: '/memories/purge' })
    .input(z.strictObject({ target: PurgeTarget, sessions: z.boolean().optional(), confirm: z.string().max(limits.nameChars) }))
    .output(ErasureReport),
  relate: call
    .route({ method: 'POST', path: '/memories/{from}/relate' })
    .input(z.strictObject({ from: MemoryId, to: MemoryId, type: EdgeType, weight: Unit.optional() }))
    .output(MemoryEdge),
  /**
   * Moves trust or usefulness in the stated direction; never sets it. `not_relevant` with the question it was recalled
   * for moves nothing: it keeps the memory out of the caller's own answers to questions like that one, for 90 days.
   */
  feedback: call
    .route({ method: 'POST', path: '/memories/{id}/feedback' })
    .input(z.strictObject({ id: MemoryId, verdict: z.enum(['helpful', 'wrong', 'not_relevant']), query: RecallQuery.shape.query.optional() }))
    .output(Memory),
  /** The questions for which the caller called a memory not relevant, the newest first. */
  dismissals: call
    .route({ method: 'GET', path: '/memories/{id}/dismissals' })
    .input(byId)
    .output(z.array(z.object({ query: z.string(), at: Instant }))),
  /** Takes that back, for one question or for all of the caller's; `taken` is how many there were. */
  undismiss: call
    .route({ method: 'POST', path: '/memories/{id}/undismiss' })
    .input(z.strictObject({ id: MemoryId, query: RecallQuery.shape.query.optional() }))
    .output(z.object({ taken: z.int().min(0) })),
  /** Lets quarantined memories be recalled: some, those of one import or source, or all. `approval` names it for `withdraw`; null when nothing waited. */
  approve: call.route({ method: 'POST', path: '/memories/approve' }).input(quarantined).output(z.object({ approved: z.int(), approval: z.string().nullable() })),
  /** Takes an approval back, until the vault is locked: what it let in waits again, unless it was changed since then. */
  withdraw: call
    .route({ method: 'POST', path: '/memories/withdraw' })
    .input(z.strictObject({ approval: z.string().max(limits.nameChars) }))
    .output(z.object({ waiting: z.int() })),
  /** Erases quarantined memories: some, those of one import or source, or all. */
  deny: call.route({ method: 'POST', path: '/memories/deny' }).input(quarantined).output(z.object({ denied: z.int() })),
  /** Why quarantined memories wait: what the scanner found in each, or that a file brought it. */
  reasons: call
    .route({ method: 'POST', path: '/memories/reasons' })
    .input(z.strictObject({ ids: z.array(MemoryId).min(1).max(limits.page) }))
    .output(z.array(z.object({ id: MemoryId, score: Unit, reasons: z.array(z.string()) }))),
  /** Exact look-up of an e-mail address, telephone number or the like in guarded texts, by keyed hash. */
  lookUp: call
    .route({ method: 'POST', path: '/memories/look-up' })
    .input(z.strictObject({ value: z.string().trim().min(3).max(limits.nameChars) }))
    .output(z.array(Memory)),
};

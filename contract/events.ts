import { z } from 'zod';
import { JobId, MemoryId, SessionId } from './ids.ts';
import { Job } from './entities/job.ts';

/** Everything the engine pushes. Events announce; they carry ids, not content. */
export const EngineEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('vault'), state: z.enum(['none', 'locked', 'unlocked', 'readonly']) }),
  z.object({
    type: z.literal('memories'),
    change: z.enum(['added', 'changed', 'forgotten', 'restored', 'erased']),
    /** At most 100; empty when more changed at once. */
    ids: z.array(MemoryId),
  }),
  z.object({ type: z.literal('session'), id: SessionId, change: z.enum(['opened', 'changed', 'removed']) }),
  z.object({ type: z.literal('job'), id: JobId, job: Job }),
  z.object({ type: z.literal('settings') }),
  z.object({ type: z.literal('models') }),
]);
export type EngineEvent = z.infer<typeof EngineEvent>;

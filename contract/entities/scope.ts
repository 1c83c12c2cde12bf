import { z } from 'zod';
import { limits } from '../limits.ts';

const part = z.string().trim().min(1).max(limits.nameChars);

/**
 * Where a memory belongs (§11). An empty scope is global. A reader sees a memory when every part
 * the memory names equals the reader's own part, so a memory of one channel user is never seen
 * by another, even in a channel of the same name.
 */
export const Scope = z
  .strictObject({
    project: part.optional(),
    squad: part.optional(),
    agent: part.optional(),
    channel: part.optional(),
    channelUser: part.optional(),
  })
  .refine((s) => s.channelUser === undefined || s.channel !== undefined, {
    message: 'channelUser needs a channel',
    path: ['channelUser'],
  });
export type Scope = z.infer<typeof Scope>;

import { z } from 'zod';
import { Tokenizer } from './model.ts';
import { InjectionMode } from './recall.ts';

/** One thing that wanted into a prompt. */
export const ContextItem = z.object({
  id: z.string(),
  /** How much of it is there: full, summary, key_fact, tag, verbatim, shortened, facts; null when nothing is. */
  level: z.string().nullable(),
  /** Tokens it takes, 0 when it is not there. */
  tokens: z.int().min(0),
  kept: z.boolean(),
  reason: z.string(),
});

export const ContextSection = z.object({
  name: z.enum(['system', 'message', 'working', 'soul', 'recalled', 'history', 'schemas', 'skills', 'today', 'roster']),
  /** Tokens it was given. */
  budget: z.int().min(0),
  used: z.int().min(0),
  /** As sent; messages stand in the prompt only. */
  text: z.string(),
  items: z.array(ContextItem),
});

/** What a message would send to a model, part by part. */
export const ContextPreview = z.object({
  model: z.string(),
  /** Whether it runs on this machine; otherwise guarded memories are held back. */
  local: z.boolean(),
  window: z.int().min(1),
  /** Tokens kept free for the reply. */
  reserve: z.int().min(0),
  /** Tokens of the prompt. */
  used: z.int().min(0),
  counting: z.object({
    tokenizer: Tokenizer,
    exact: z.boolean(),
    /** Share of the window that is kept free because the count may be too low. */
    error: z.number().min(0).max(1),
  }),
  /** How much memory the message calls for, and why; null when memory is not read. */
  injection: z.object({ mode: InjectionMode, reason: z.string() }).nullable(),
  sections: z.array(ContextSection),
  /** Memories a tier keeps from this model. */
  heldBack: z.int().min(0),
  prompt: z.object({ system: z.string(), messages: z.array(z.object({ role: z.enum(['user', 'assistant']), content: z.string() })) }),
});
export type ContextPreview = z.infer<typeof ContextPreview>;

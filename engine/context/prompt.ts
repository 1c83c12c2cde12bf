import { EngramError } from '../../contract/index.ts';
import { fitHistory, type HistoryTurn } from './history/index.ts';
import { memoriesSection, type ShownMemory } from './sections/index.ts';

/** What a prompt is made of. */
export interface PromptParts {
  instructions: string;
  memories: readonly ShownMemory[];
  history: readonly HistoryTurn[];
  message: string;
  /** Random, so that no stored text can contain it. */
  boundary: string;
}

export interface PromptBudget {
  window: number;
  /** Tokens kept free for the reply. */
  reply: number;
}

declare const fittedBrand: unique symbol;
/** A prompt known to fit its window. Only this folder makes it; chat sends nothing else. */
export interface Fitted {
  readonly [fittedBrand]: true;
  system: string;
  messages: HistoryTurn[];
  /** The memories that are in it; the others did not fit. */
  memories: ShownMemory[];
  tokens: number;
}

/** Share of the window that recalled memories may take (§8.2). */
const MEMORY_SHARE = 0.35;
const BASE = [
  'You are the person\'s assistant with a long-term memory called Engram.',
  'Answer in the language of the message, plainly and briefly. Do not invent memories.',
].join(' ');

/**
 * Budget first: the message and the fixed part always fit or CONTEXT_TOO_SMALL is thrown; memories
 * come next in the order given, up to their share; the history gets what is left, newest first.
 */
export function fitPrompt(budget: PromptBudget, parts: PromptParts, count: (text: string) => number): Fitted {
  const fixed = parts.instructions ? `${BASE}\n\n${parts.instructions}` : BASE;
  const room = budget.window - budget.reply - count(fixed) - count('\n\n') - count(parts.message);
  if (room < 0) throw new EngramError('CONTEXT_TOO_SMALL', { limit: `${budget.window} tokens` });
  const memories: ShownMemory[] = [];
  let used = 0;
  const share = Math.min(room, budget.window * MEMORY_SHARE);
  for (const shown of parts.memories) {
    const next = count(memoriesSection([...memories, shown], parts.boundary));
    if (next > share) continue;
    memories.push(shown);
    used = next;
  }
  const block = memoriesSection(memories, parts.boundary);
  const history = fitHistory(parts.history, room - used, count);
  const system = block ? `${fixed}\n\n${block}` : fixed;
  const messages: HistoryTurn[] = [...history, { role: 'user', content: parts.message }];
  const tokens = count(system) + messages.reduce((sum, turn) => sum + count(turn.content), 0);
  return { system, messages, memories, tokens } as Fitted;
}

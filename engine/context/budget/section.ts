import type { HistoryTurn } from '../history/index.ts';

/** Parts of a prompt in the order of §8.5: the first is dropped last, and what one leaves flows to the next. */
export const SECTIONS = ['system', 'message', 'working', 'soul', 'recalled', 'history', 'schemas', 'skills', 'today', 'roster'] as const;
export type SectionName = (typeof SECTIONS)[number];

/** Where a text stands in the prompt: what changes least comes first, so that providers can cache it. */
export const PLACES = ['soul', 'skills', 'roster', 'schemas', 'today', 'working', 'recalled', 'history'] as const satisfies readonly SectionName[];

/** What became of one thing that wanted in. */
export interface TraceItem {
  id: string;
  /** How much of it is there: full, summary, key fact …; null when nothing is. */
  level: string | null;
  /** Tokens it takes, 0 when it is not there. */
  tokens: number;
  kept: boolean;
  reason: string;
}

/** What a section made of its tokens. */
export interface Filled {
  /** Its text in the instructions; empty when it has none. */
  text: string;
  /** Its messages, oldest first; only the history has any. */
  messages?: readonly HistoryTurn[];
  items: readonly TraceItem[];
  /** Whether more tokens would bring more in. Default: when an item is left out or shortened. */
  hungry?: boolean;
}

/**
 * A part of a prompt. It is filled to measure, so nothing is built that would be thrown away, and it
 * can be filled again at another budget: `fill` gives the same for the same number of tokens.
 */
export interface Section {
  name: Exclude<SectionName, 'system' | 'message'>;
  /** Share of what the fixed parts leave, 0..1. */
  share: number;
  /** Tokens below which it is of no use; it is left out when it cannot have them. Default 0. */
  least?: number;
  /** Tokens it never exceeds. Default: no end. */
  most?: number;
  /** It means nothing without this other section, and goes when that one is empty. */
  keepWith?: SectionName;
  /** Must not take more than `tokens`; 0 asks what it would have had to say. */
  fill(tokens: number): Filled;
}

export interface SectionTrace {
  name: SectionName;
  /** Tokens it was given. */
  budget: number;
  used: number;
  /** As sent; empty for messages. */
  text: string;
  items: readonly TraceItem[];
}

import { EngramError } from '../../../contract/index.ts';
import { MESSAGE_TOKENS, type HistoryTurn } from '../history/index.ts';
import type { TokenCounter } from '../tokens/index.ts';
import { PLACES, SECTIONS, type Filled, type Section, type SectionName, type SectionTrace } from './section.ts';

export interface PromptBudget {
  /** Tokens the model takes, prompt and reply together. */
  window: number;
  /** Tokens kept free for the reply. */
  reply: number;
  counter: TokenCounter;
}

/** What is always there: it fits, or there is no prompt. */
export interface FixedParts {
  system: string;
  message: string;
}

declare const fittedBrand: unique symbol;
/** A prompt known to fit its window. Only this folder makes it; chat sends nothing else. */
export interface Fitted {
  readonly [fittedBrand]: true;
  system: string;
  messages: HistoryTurn[];
  window: number;
  reply: number;
  /** Tokens of the prompt, with what providers wrap around messages. */
  tokens: number;
  sections: SectionTrace[];
}

const GAP = '\n\n';
const EMPTY: Filled = { text: '', items: [] };

interface Part {
  section: Section;
  budget: number;
  used: number;
  filled: Filled;
}

/**
 * Budget first (§8.2): the fixed parts, then the reply, then every section by its share in the order
 * of priority; what one leaves flows to the next, and what is left in the end goes once more to those
 * that had more to say. Pure: the same sections at another budget are a replay.
 *
 * Throws CONTEXT_TOO_SMALL when the fixed parts and the reply do not fit. Where tokens are not counted
 * exactly, the stated error is kept free as well, so that the true count fits, too.
 */
export function build(budget: PromptBudget, fixed: FixedParts, sections: readonly Section[]): Fitted {
  const { counter, window, reply } = budget;
  const usable = Math.floor(window * (1 - counter.error)) - reply;
  const system = counter.count(fixed.system) + MESSAGE_TOKENS;
  const message = counter.count(fixed.message) + MESSAGE_TOKENS;
  const room = usable - system - message;
  if (room < 0) throw new EngramError('CONTEXT_TOO_SMALL', { limit: `${window} tokens` });
  const parts = give(room, sections, counter);
  dropWithout(parts);
  let prompt = assemble(fixed, parts);
  let tokens = measure(prompt, counter);
  while (tokens > usable) {
    shrink(parts, tokens - usable, counter);
    dropWithout(parts);
    prompt = assemble(fixed, parts);
    tokens = measure(prompt, counter);
  }
  const always = { level: 'full', kept: true, reason: 'Always there.' };
  const trace: SectionTrace[] = [
    { name: 'system', budget: system, used: system, text: fixed.system, items: [{ id: 'system', tokens: system, ...always }] },
    { name: 'message', budget: message, used: message, text: '', items: [{ id: 'message', tokens: message, ...always }] },
    ...parts.map(({ section, budget: given, used, filled }): SectionTrace => ({ name: section.name, budget: given, used, text: filled.text, items: filled.items })),
  ];
  return { ...prompt, window, reply, tokens, sections: trace } as Fitted;
}

const priority = (name: SectionName): number => SECTIONS.indexOf(name);

/** Every section in the order of priority, with its share and what those before it left. */
function give(room: number, sections: readonly Section[], counter: TokenCounter): Part[] {
  const ordered = sections.toSorted((a, b) => priority(a.name) - priority(b.name));
  const wanted = ordered.reduce((sum, { share }) => sum + share, 0);
  let left = room;
  let carried = 0;
  const parts = ordered.map((section): Part => {
    // Shares of more than the whole are taken as parts of their sum.
    const share = Math.floor(room * (section.share / Math.max(1, wanted))) + carried;
    const given = Math.min(left, section.most ?? Infinity, Math.max(share, section.least ?? 0));
    const part = fillTo(section, given, counter);
    left -= part.used;
    carried = Math.max(0, share - part.used);
    return part;
  });
  for (const [i, part] of parts.entries()) {
    const more = Math.min(part.used + left, part.section.most ?? Infinity);
    if (more <= part.budget || !isHungry(part.filled)) continue;
    const again = fillTo(part.section, more, counter);
    if (again.used < part.used) continue;
    left -= again.used - part.used;
    parts[i] = again;
  }
  return parts;
}

const isHungry = ({ hungry, items }: Filled): boolean => hungry ?? items.some(({ kept, level }) => !kept || (level !== 'full' && level !== 'verbatim'));

/** Filled within its tokens, whatever the section answers. */
function fillTo(section: Section, budget: number, counter: TokenCounter): Part {
  const fits = budget >= (section.least ?? 0) && budget > 0;
  const filled = fits ? section.fill(budget) : section.fill(0);
  const used = costOf(filled, counter);
  if (used <= (fits ? budget : 0)) return { section, budget, used, filled };
  // A section that takes too much gets as much less as it took too much, and then nothing.
  const less = fits ? section.fill(Math.max(0, budget - (used - budget))) : EMPTY;
  const usedLess = costOf(less, counter);
  if (usedLess <= budget) return { section, budget, used: usedLess, filled: less };
  return { section, budget, used: 0, filled: nothing(section, 'It takes more than it was given.') };
}

function nothing(section: Section, reason: string): Filled {
  return { text: '', items: section.fill(0).items.map((item) => ({ ...item, level: null, tokens: 0, kept: false, reason: item.kept ? reason : item.reason })) };
}

function costOf({ text, messages = [] }: Filled, counter: TokenCounter): number {
  return (text === '' ? 0 : counter.count(GAP + text)) + messages.reduce((sum, { content }) => sum + counter.count(content) + MESSAGE_TOKENS, 0);
}

const isEmpty = ({ filled }: Part): boolean => filled.text === '' && (filled.messages?.length ?? 0) === 0;

function dropWithout(parts: Part[]): void {
  for (const [i, part] of parts.entries()) {
    const { keepWith } = part.section;
    if (keepWith === undefined || isEmpty(part)) continue;
    const other = parts.find(({ section }) => section.name === keepWith);
    if (other !== undefined && isEmpty(other)) parts[i] = { ...part, used: 0, filled: dropped(part.filled, `It means nothing without ${keepWith}.`) };
  }
}

const dropped = ({ items }: Filled, reason: string): Filled => ({ text: '', items: items.map((item) => ({ ...item, level: null, tokens: 0, kept: false, reason })) });

/** Takes `excess` tokens from the part of lowest priority that has any; all of it when less does not help. */
function shrink(parts: Part[], excess: number, counter: TokenCounter): void {
  const i = parts.findLastIndex((part) => !isEmpty(part));
  const part = parts[i]!;
  const less = fillTo(part.section, Math.max(0, part.used - excess), counter);
  parts[i] = !isEmpty(less) && less.used < part.used ? less : { ...part, used: 0, filled: dropped(part.filled, 'No room left.') };
}

function assemble(fixed: FixedParts, parts: readonly Part[]): { system: string; messages: HistoryTurn[] } {
  const texts = PLACES.flatMap((place) => parts.filter(({ section, filled }) => section.name === place && filled.text !== '').map(({ filled }) => filled.text));
  return {
    system: [fixed.system, ...texts].join(GAP),
    messages: [...parts.flatMap(({ filled }) => filled.messages ?? []), { role: 'user', content: fixed.message }],
  };
}

function measure({ system, messages }: { system: string; messages: readonly HistoryTurn[] }, counter: TokenCounter): number {
  return counter.count(system) + MESSAGE_TOKENS + messages.reduce((sum, { content }) => sum + counter.count(content) + MESSAGE_TOKENS, 0);
}

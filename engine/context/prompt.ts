import { build, type Fitted, type PromptBudget, type SectionName } from './budget/index.ts';
import type { PastTurn, Reader } from './history/index.ts';
import { historySection, listSection, recalledSection, systemText, workingSection, type FacetsOf, type ListName, type NamedText, type ShownMemory, type WorkingItem } from './sections/index.ts';

/** What wants into a prompt. Parts that a product does not have yet are left away. */
export interface PromptParts extends Partial<Record<ListName, readonly NamedText[]>> {
  instructions: string;
  working?: readonly WorkingItem[];
  memories: readonly ShownMemory[];
  /** What each memory holds of the question, so that each aspect of it is covered before one is covered twice. */
  facetsOf?: FacetsOf;
  history: readonly PastTurn[];
  message: string;
  /** Random, so that no stored text can contain it. */
  boundary: string;
}

export type Shares = Record<Exclude<SectionName, 'system' | 'message'>, number>;

/** How a prompt is made of its parts, apart from the window. */
export interface PromptMaking {
  shares: Shares;
  reader: Reader;
  /** Newest exchanges that keep their words. */
  verbatim?: number;
}

/** The parts as sections, fitted into the window. Throws CONTEXT_TOO_SMALL. */
export function fitPrompt(budget: PromptBudget, parts: PromptParts, making: PromptMaking): Fitted {
  const { counter } = budget;
  const { boundary } = parts;
  const { shares } = making;
  const list = (name: ListName) => listSection(name, parts[name] ?? [], boundary, shares[name], counter);
  return build(budget, { system: systemText(parts.instructions), message: parts.message }, [
    workingSection(parts.working ?? [], boundary, shares.working, counter),
    list('soul'),
    recalledSection(parts.memories, boundary, shares.recalled, counter, parts.facetsOf),
    historySection(parts.history, boundary, shares.history, counter, making.reader, making.verbatim),
    list('schemas'), list('skills'), list('today'), list('roster'),
  ]);
}

/** The memories that a prompt holds, at whichever level. */
export function memoriesIn(prompt: Fitted, shown: readonly ShownMemory[]): ShownMemory[] {
  const kept = new Set(prompt.sections.find(({ name }) => name === 'recalled')!.items.flatMap(({ id, kept: there }) => (there ? [id] : [])));
  return shown.filter(({ memory }) => kept.has(memory.id));
}

import { z } from 'zod';
import { MemoryId, type Scope } from '../../../contract/index.ts';
import { failureOf, type ContractClient } from '../../client/index.ts';
import { askOne, atLevel, unanswerable, type Level } from './asking.ts';
import { Category, Time } from './data-set.ts';
import type { Answer } from './measure.ts';

/** Questions a person keeps about their own vault, each with the memories that answer it. */
export const SavedQuestions = z.array(z.object({
  id: z.string().min(1).optional(),
  text: z.string().trim().min(1),
  relevant: z.array(MemoryId),
  category: Category.optional(),
  asked_at: Time.optional(),
  context: z.array(z.string()).optional(),
}).refine(({ relevant, category }) => relevant.length > 0 || category === unanswerable, 'no relevant memory')).min(1);
export type SavedQuestions = z.infer<typeof SavedQuestions>;

export interface SavedOutcome {
  answers: Answer[];
  unanswerable: Answer[];
  /** Where the memories of each answerable question came, from 1, or null; in the order asked. */
  places: { id: string; category: string; found: { memory: MemoryId; place: number | null }[] }[];
  /** Relevant memories that are not there any more; they stay in the sums as not found. */
  missing: string[];
}

/** Asks the questions as they stand, now or at their own moment. Reads only. */
export async function askSaved(client: ContractClient, questions: SavedQuestions, options: { level: Level; unanswerable: boolean; scope?: Scope | undefined }): Promise<SavedOutcome> {
  const asked = questions.map((question, i) => ({ ...question, id: question.id ?? `q${i + 1}`, category: question.category ?? 'none' }))
    .filter(({ category }) => options.unanswerable || category !== unanswerable);
  const sessionOf = new Map<string, string>();
  const missing: string[] = [];
  for (const id of new Set(asked.flatMap(({ relevant }) => relevant))) {
    const memory = await client.memories.get({ id }).catch((error: unknown) => {
      if (failureOf(error).code === 'NOT_FOUND') return null;
      throw error;
    });
    if (memory === null) missing.push(id);
    else if (memory.session !== null) sessionOf.set(id, memory.session);
  }
  const outcome: SavedOutcome = { answers: [], unanswerable: [], places: [], missing };
  for (const { id, category, text, relevant, asked_at: at, context } of asked) {
    const { answer, result } = await askOne(client, { id, category, text, relevant: new Set(relevant), at, context }, options.scope);
    for (const { memory } of result.items) if (memory.session !== null) sessionOf.set(memory.id, memory.session);
    const judged = atLevel(answer, options.level, sessionOf);
    if (category === unanswerable) {
      outcome.unanswerable.push(judged);
      continue;
    }
    outcome.answers.push(judged);
    outcome.places.push({ id, category, found: relevant.map((memory) => ({ memory, place: (answer.ranked.indexOf(memory) + 1) || null })) });
  }
  return outcome;
}

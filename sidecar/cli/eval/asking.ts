import { limits, type RecallQuery, type RecallResult, type Scope } from '../../../contract/index.ts';
import type { ContractClient } from '../../client/index.ts';
import type { Answer } from './measure.ts';
import { byGroup } from './metrics.ts';

/** Memories asked for with every query; the largest k that can be measured. */
export const depth = 50;
/** Questions about what never happened have no right answer to find; nothing is the right answer. */
export const unanswerable = 'adversarial';

/** What a hit is: a relevant memory itself, or any memory of the same session. */
export const levels = ['turn', 'session'] as const;
export type Level = (typeof levels)[number];

export interface Question {
  id: string;
  category: string;
  text: string;
  /** Ids of the memories that answer. */
  relevant: ReadonlySet<string>;
  /** The moment it is asked, milliseconds UTC; now when absent. */
  at?: number | undefined;
  /** The turns before it, oldest first. */
  context?: readonly string[] | undefined;
}

/** Asks one question and notes what came, by memory id, and how long it took. */
export async function askOne(client: ContractClient, question: Question, scope?: Scope): Promise<{ answer: Answer; result: RecallResult }> {
  const query = queryOf(question, scope);
  const started = performance.now();
  const result = await client.recall(query);
  const ms = performance.now() - started;
  const scored = result.items.map(({ memory, score }) => ({ id: memory.id, score }));
  return { result, answer: { id: question.id, category: question.category, ms, scored, silent: result.abstained !== null, ranked: scored.map(({ id }) => id), relevant: question.relevant } };
}

/** Texts and turns beyond what a query holds are cut; of too many turns the last ones stay. */
export function queryOf({ text, at, context = [] }: Pick<Question, 'text' | 'at' | 'context'>, scope?: Scope): RecallQuery {
  const turns = context.slice(-limits.contextTurns).map((turn) => turn.slice(0, limits.queryChars));
  return {
    query: text.slice(0, limits.queryChars), limit: depth, weak: true,
    ...(at === undefined ? {} : { at }),
    ...(turns.length === 0 ? {} : { context: turns }),
    ...(scope === undefined ? {} : { scope }),
  };
}

/** The answer at a level; a memory without a session is one of its own. */
export function atLevel(answer: Answer, level: Level, sessionOf: ReadonlyMap<string, string>): Answer {
  if (level === 'turn') return answer;
  const group = (id: string) => { const session = sessionOf.get(id); return session === undefined ? `memory ${id}` : `session ${session}`; };
  return { ...answer, ...byGroup(answer, group) };
}

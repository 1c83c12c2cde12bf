import { unanswerable, type Question } from './asking.ts';
import type { DataSet } from './data-set.ts';

type Query = DataSet['queries'][number];

/** The queries of a data set that are asked: those with evidence, of one split when it is named, and the unanswerable ones when they are wanted. */
export function asked(set: DataSet, { split, unanswerable: wanted = false }: { split?: string; unanswerable?: boolean } = {}): Query[] {
  return set.queries.filter((query) => (split === undefined || query.split === split)
    && (query.category === unanswerable ? wanted : query.relevant.length > 0));
}

/** A query as it is asked: at its own moment, or that of the last memory, for the memories that hold its rows. */
export function questionsOf(set: DataSet, ofRow: ReadonlyMap<string, string>): (query: Query) => Question {
  const times = set.memories.flatMap((row) => (row.timestamp === undefined ? [] : [row.timestamp]));
  const last = times.length === 0 ? undefined : times.reduce((a, b) => Math.max(a, b));
  return (query) => ({
    id: query.id, category: query.category ?? 'none', text: query.text, at: query.asked_at ?? last, context: query.context,
    // Evidence that could not be stored stays in the sum, so that it counts as not found.
    relevant: new Set(query.relevant.map((row) => ofRow.get(row) ?? unstored(row))),
  });
}

/** Stands for a row that could not be stored, so that it counts as not found. */
export const unstored = (row: string): string => `unstored ${row}`;

import type { Quality, RecallTrace, Reformulation } from '../../contract/index.ts';
import { asksIn, broaden, GRADED, gradeOf, isBetter, type Analysis } from '../cortex/index.ts';
import { formsOf, stemOf, wordsOf, type CandidateRow } from '../vault/index.ts';
import { repeatsIn, search, understand, type Asking, type Round } from './recall-round.ts';
import type { Weighed } from './recall-rerank.ts';

/**
 * The quality gate (§35): an answer that looks poor is asked for once more, in other words and without a model: each
 * of several things the question asks for by itself, and less of what nothing meets. What comes of it takes the
 * place of the answer only when it is a tier better.
 */

/** Other ways of asking, at most. */
export const MOST_QUERIES = 3;

/** Candidates that may be returned, with their rows, the best first. */
const tellable = ({ candidates, rows, suspect, duplicates }: Round): { row: CandidateRow; score: number }[] =>
  candidates.flatMap(({ id, score }) => (rows.has(id) && !suspect.has(id) && !duplicates.has(id) ? [{ row: rows.get(id)!, score }] : []));

/**
 * How a round looks; null when nothing in it was weighed by clues.
 * @param parts what was asked one by one: an answer is no better than its worst part
 */
export function qualityOf(round: Round, parts: readonly Round[] = []): Quality | null {
  const { found, candidates } = round;
  if (candidates.some(({ clues }) => clues === undefined)) return null;
  const told = tellable(round);
  const best = parts.length === 0 ? told[0]?.score : Math.min(...parts.map((part) => tellable(part)[0]?.score ?? 0));
  const stems = told.slice(0, GRADED).map(({ row }) => new Set(wordsOf(row.tier === 'confidential' ? '' : row.text).map(stemOf)));
  const wanted = found.terms.map(({ term, worth }) => {
    const forms = formsOf(term).map(stemOf);
    return { worth, heldBy: stems.map((own) => forms.some((form) => own.has(form))) };
  });
  return gradeOf(best ?? 0, wanted);
}

/** The question with its unmet conditions eased, and in words; null when there are none. */
function broadened(text: string, { analysis, rows }: Round): { text: string; analysis: Analysis } | null {
  const words = new Set([...rows.values()].flatMap((row) => (row.tier === 'confidential' ? [] : wordsOf(row.text))));
  const stems = new Set([...words].map(stemOf));
  const unmet = analysis.terms.filter((term) => !formsOf(term).some((form) => stems.has(stemOf(form))));
  const { time } = analysis;
  const emptySpan = time !== null && ![...rows.values()].some(({ happened_at }) => happened_at >= time.from && happened_at <= time.to);
  const eased = broaden(unmet, words, emptySpan);
  if (eased === null) return null;
  const formsFor = new Map(eased.instead.map(({ term, forms }) => [term, forms]));
  const exchanged = (from: string) => from.replace(/[\p{L}\p{N}\p{M}]+/gu, (word) => formsFor.get(wordsOf(word)[0] ?? '')?.join(' ') ?? word);
  const terms = [...new Set(analysis.terms.flatMap((term) => formsFor.get(term) ?? [term]))];
  return { text: exchanged(text), analysis: { ...analysis, terms, topic: exchanged(analysis.topic), ...(eased.withoutTime ? { time: null, when: null } : {}) } };
}

/** The words by which a question names each speaker. */
function peopleIn(text: string, { speakers, topic }: Analysis): string[][] {
  const left = new Set(wordsOf(topic));
  const named = [...new Set(wordsOf(text))].filter((word) => !left.has(word));
  const of = (speaker: string) => named.filter((word) => wordsOf(speaker).includes(word));
  return speakers.map(of).filter((words) => words.length > 0);
}

export interface Again {
  round: Round;
  quality: Quality | null;
  reformulated: RecallTrace['reformulated'];
}

/** The first round, or what asking again made of it. */
export async function askAgain(asking: Asking, text: string, at: number, first: Round): Promise<Again> {
  const quality = qualityOf(first);
  const unchanged = { round: first, quality, reformulated: null };
  if (quality?.tier !== 'poor') return unchanged;
  const { mind, view } = asking;
  const asked: (Reformulation & { analysis: Analysis })[] = [];
  for (const part of asksIn(text, peopleIn(text, first.analysis)).slice(0, MOST_QUERIES))
    asked.push({ text: part, by: 'decompose', analysis: await understand(mind, view, part, at) });
  const less = asked.length < MOST_QUERIES ? broadened(text, first) : null;
  if (less) asked.push({ ...less, by: 'broaden' });
  if (asked.length === 0) return unchanged;
  const rounds = await Promise.all(asked.map((one) => search(asking, one.text, one.analysis, () => {})));
  const united = unite(first, rounds, less ? rounds.at(-1)! : null);
  const after = qualityOf(united, rounds.filter((_, i) => asked[i]!.by === 'decompose'))!;
  const used = isBetter(after, quality);
  return { round: used ? united : first, quality, reformulated: { queries: asked.map(({ text: words, by }) => ({ text: words, by })), quality: after, used } };
}

/** Every candidate at the best score that any round gave it; the question stays as it was understood, but for words that were misspelt. */
function unite(first: Round, others: readonly Round[], eased: Round | null): Round {
  const best = new Map<number, Weighed>();
  for (const one of [first, ...others].flatMap(({ candidates }) => candidates)) {
    const known = best.get(one.id);
    if (!known || one.score > known.score) best.set(one.id, one);
  }
  const all = [first, ...others];
  const seen = {
    candidates: [...best.values()].sort((a, b) => b.score - a.score || a.id - b.id),
    rows: new Map(all.flatMap(({ rows }) => [...rows])),
    suspect: new Set(all.flatMap(({ suspect }) => [...suspect])),
  };
  return { ...first, ...seen, found: { ...first.found, terms: eased?.found.terms ?? first.found.terms }, duplicates: repeatsIn(seen) };
}

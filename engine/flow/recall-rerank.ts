import type { Signal } from '../../contract/index.ts';
import { cluesOf, innerProduct, RERANKING, scoreOf, STOP_WORDS, type Analysis, type Candidate, type Clues, type Fused, type Question, type Reading } from '../cortex/index.ts';
import { formsOf, stemOf, wordsOf, type CandidateRow } from '../vault/index.ts';
import type { Found } from './recall-channels.ts';

/** A fused candidate, with the clues that placed it when it was reranked. */
export interface Weighed extends Fused {
  /** Score of the fusion, before it was reranked. */
  fused: number;
  clues?: Clues;
}

/** What the date counts when nothing but a time is asked for: the rest orders what belongs to it. */
const DATE_SHARE = 0.8;

/** The candidates in the order of what speaks for each. Pure. */
export function rerank(text: string, analysis: Analysis, found: Found, pool: readonly Fused[], rows: readonly CandidateRow[]): Weighed[] {
  const question: Question = {
    text, speakers: analysis.speakers, time: analysis.time,
    terms: found.terms.map(({ term, worth }) => ({ stems: formsOf(term).map(stemOf), worth })),
  };
  const fused = new Map(pool.map((item) => [item.id, item]));
  const { vector } = found;
  const candidates = rows.map((row): Candidate => {
    const { signals } = fused.get(row.id)!;
    const by = (name: Signal) => signals.find(({ signal }) => signal === name);
    const rank = (signal: Signal) => by(signal)?.rank ?? null;
    return {
      id: row.id, text: row.tier === 'confidential' ? '' : row.text, before: row.before, speaker: row.speaker, happenedAt: row.happened_at, namesTime: found.naming.has(row.id),
      conversation: row.session === null ? null : `${row.scope} ${row.session}`,
      cosine: row.vector && vector ? innerProduct(row.vector, vector) : by('vectors')?.score ?? 0,
      words: rank('words'), spoken: rank('speaker'), near: rank('vectors'), tie: by('graph')?.score ?? 0,
    };
  });
  const clues = cluesOf(question, candidates, READING);
  const onlyTime = analysis.onlyTime && analysis.carried === null;
  return candidates.map(({ id }, i): Weighed => {
    const item = fused.get(id)!;
    const score = scoreOf(clues[i]!, RERANKING);
    // No word and no meaning tells what belongs to a day better than its date.
    return { ...item, fused: item.score, score: onlyTime ? DATE_SHARE * clues[i]!.date + (1 - DATE_SHARE) * score : score, clues: clues[i]! };
  }).sort((a, b) => b.score - a.score || a.id - b.id);
}

const READING: Reading = { wordsOf, stemOf, isFunctionWord: (word) => STOP_WORDS.has(word) };

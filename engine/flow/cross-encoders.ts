import { EngramError, type Settings } from '../../contract/index.ts';
import { RERANKING, scoreOf } from '../cortex/index.ts';
import { chatReranker, createChatProvider, openInstalledReranker, type ProviderConfig, type Reranker } from '../providers/index.ts';
import type { CandidateRow } from '../vault/index.ts';
import { maySend } from './destination.ts';
import type { Mind } from './mind.ts';
import type { Weighed } from './recall-rerank.ts';

/**
 * The last step of the order, when it is asked for (§35.1): a model reads the question together with each of the
 * best candidates, and its judgement becomes one more clue. Whatever fails leaves the order of the other clues.
 */

/** Candidates that are judged: a page of results with as many again to choose from. */
export const MOST_JUDGED = 30;
/** Longest recall waits for the judgement, opening the model included, in milliseconds. */
export const JUDGING_MS = 8000;

/** What the model is found by. */
interface Ground {
  /** Folder of the installed cross-encoders. */
  rerankersDir: string;
  settings(): Settings;
  providers(): Promise<ProviderConfig[]>;
}

/** The chosen model: an installed one stays open until another is chosen or the vault is locked. */
export class CrossEncoders {
  readonly #ground: Ground;
  #installed: { id: string; reranker: Promise<Reranker> } | null = null;
  /** What has been opened and is not closed, with its runs under way. */
  #running: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(ground: Ground) {
    this.#ground = ground;
  }

  /** Throws NOT_FOUND when nothing of that name is installed or connected, MODEL_INVALID when its files are wrong. */
  async current(): Promise<Reranker> {
    if (this.#closed) throw new EngramError('CANCELLED');
    const settings = this.#ground.settings();
    const chosen = settings['recall.crossEncoder'];
    const id = chosen === 'chat' ? settings['chat.model'] : chosen;
    const slash = id.indexOf('/');
    if (slash > 0) {
      this.#letGo();
      const config = (await this.#ground.providers()).find(({ name }) => name === id.slice(0, slash));
      if (!config) throw new EngramError('NOT_FOUND', { detail: 'provider' });
      return chatReranker(createChatProvider(config), id.slice(slash + 1), id);
    }
    if (this.#installed?.id !== id) {
      this.#letGo();
      const reranker = openInstalledReranker(id, this.#ground.rerankersDir);
      this.#installed = { id, reranker };
      // One that did not open is tried again with the next question.
      reranker.catch(() => { if (this.#installed?.reranker === reranker) this.#installed = null; });
    }
    const reranker = await this.#installed!.reranker;
    return { ...reranker, score: (...asked) => this.#track(reranker.score(...asked)) };
  }

  /** Lets go of the model when nothing runs in it any more. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#letGo();
    await this.#running;
  }

  #letGo(): void {
    const gone = this.#installed?.reranker;
    this.#installed = null;
    if (gone) this.#running = this.#running.then(async () => { await (await gone).close(); }).catch(() => {});
  }

  #track<T>(run: Promise<T>): Promise<T> {
    this.#running = Promise.allSettled([this.#running, run]);
    return run;
  }
}

export interface Judged {
  candidates: Weighed[];
  /** The model that judged; null when none did. */
  model: string | null;
  /** Why none did, in a sentence; null when one did, or there was nothing to choose. */
  degraded: string | null;
}

/**
 * The candidates with the judgement of the model among their clues, in their new order. What may not be sent to
 * the model, and what is beyond the best, is not judged; the former counts like the mean, so that it is neither
 * lifted nor sunk by its tier.
 * @param candidates by their clues, the best first
 * @param rows what the reader may see of them
 */
export async function judge(
  crossEncoders: Mind['crossEncoders'], settings: Settings, question: string, candidates: readonly Weighed[], rows: ReadonlyMap<number, CandidateRow>, ms: number = JUDGING_MS,
): Promise<Judged> {
  const best = candidates.filter(({ id }) => rows.has(id)).slice(0, MOST_JUDGED);
  const undecided = { candidates: [...candidates], model: null, degraded: null };
  if (best.length < 2) return undecided;
  try {
    const { model, scores } = await within(ms, async (signal) => {
      const reranker = await crossEncoders.current();
      const sent = best.map(({ id }) => rows.get(id)!).filter(({ tier }) => maySend(tier, reranker.local, settings));
      const told = sent.length === 0 ? [] : await reranker.score(question, sent.map(({ text }) => text), signal);
      return { model: reranker.id, scores: new Map(sent.map(({ id }, i) => [id, told[i]!])) };
    });
    if (scores.size === 0) return undecided;
    const mean = [...scores.values()].reduce((sum, score) => sum + score, 0) / scores.size;
    const judged = new Set(best.map(({ id }) => id));
    return { candidates: candidates.map((one) => (judged.has(one.id) ? withCross(one, scores.get(one.id) ?? mean) : one)).sort((a, b) => b.score - a.score || a.id - b.id), model, degraded: null };
  } catch (error) {
    if (!(error instanceof EngramError)) throw error;
    const why = error.code === 'NOT_FOUND' ? 'is not there' : error.code === 'CANCELLED' ? 'did not answer in time' : 'did not answer usably';
    return { ...undecided, degraded: `The model that reads question and memory together ${why}; memories are placed by their other clues.` };
  }
}

function withCross(candidate: Weighed, cross: number): Weighed {
  const clues = { ...candidate.clues!, cross };
  return { ...candidate, clues, score: scoreOf(clues, RERANKING) };
}

/** CANCELLED when it takes longer, even if the work does not listen to the signal. */
async function within<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new EngramError('CANCELLED'));
      stop.abort();
    }, ms);
  });
  try {
    return await Promise.race([work(stop.signal), late]);
  } finally {
    clearTimeout(timer);
  }
}

import type { Scope } from '../../contract/index.ts';
import { narrow, scopedTo, type Caller } from '../../security/access/index.ts';
import { analyse, findByWords, fuseByRank, LEAST_COSINE, type RankedList } from '../cortex/index.ts';
import { referenceOf } from '../cortex/gate/index.ts';
import type { Clock, Log } from '../kernel/index.ts';
import type { EmbeddingModel } from '../providers/index.ts';
import { identifiersOf, type CandidateRow, type Vault } from '../vault/index.ts';
import { ahead, momentumOf } from '../working/index.ts';
import { candidateRows } from './candidates.ts';
import type { CurrentEmbedding } from './mind.ts';

/**
 * While an answer is written, what the next message is likely to need is looked up (§8.9): by the words
 * of the last turns and the things the answer names, and by where the momentum points. The rows of those
 * candidates wait up to a minute. The next recall searches as ever and takes from them what it would have
 * read again, so that an anticipation can save time and never change a result.
 */

/** A prediction is this long worth something, in milliseconds. */
export const PRELOAD_MS = 60_000;
/** Candidates that wait. */
export const MOST_PRELOADED = 60;
/** Words of one turn and in all; the latest turn counts first. */
const MOST_OF_A_TURN = 12;
const MOST_WORDS = 24;
const TURNS = 4;
const DEPTH = 100;
const VECTORS_WEIGHT = 0.6;

/** What waits, for whom, and until which change. */
interface Preloaded {
  at: number;
  /** The changes to memories the vault had seen. */
  changes: number;
  space: number;
  reader: string;
  rows: ReadonlyMap<number, CandidateRow>;
}

/** What it is built on. */
interface Ground {
  vault: Vault;
  clock: Clock;
  log: Log;
  embedding(): CurrentEmbedding;
  settings(): { 'recall.anticipate': boolean };
}

/** Who sees what from where; two that see the same have the same. */
const readerOf = (caller: Caller, scope: Scope | undefined): string =>
  JSON.stringify([caller.kind === 'person' ? 'person' : caller.name, Object.entries(narrow(caller, scope)).filter(([, value]) => value !== undefined).sort(([a], [b]) => (a < b ? -1 : 1))]);

export class Anticipation {
  readonly #mind: () => Ground;
  #held: Preloaded | null = null;
  #latest: Promise<void> = Promise.resolve();

  constructor(mind: () => Ground) {
    this.#mind = mind;
  }

  /** Looks up what is likely to be needed after these turns, oldest first. Returns at once; a failure only leaves nothing waiting. */
  prepare(caller: Caller, scope: Scope | undefined, turns: readonly string[]): void {
    if (!this.#mind().settings()['recall.anticipate']) return;
    this.#latest = this.#latest.then(() => this.#look(caller, scope, turns)).catch(() => this.#mind().log('warn', 'anticipation_failed'));
  }

  /** Resolves when nothing is being looked up. */
  settled(): Promise<void> {
    return this.#latest;
  }

  /** The rows that wait for this reader; empty when they are too old, or anything was written since. */
  waiting(caller: Caller, scope: Scope | undefined): ReadonlyMap<number, CandidateRow> {
    const held = this.#held;
    const { vault, clock, embedding, settings } = this.#mind();
    const age = held === null ? Infinity : clock.now() - held.at;
    if (held === null || age < 0 || age > PRELOAD_MS || held.changes !== vault.changes || held.space !== embedding().index.space || !settings()['recall.anticipate']) {
      this.wipe();
      return NOTHING;
    }
    return held.reader === readerOf(caller, scope) ? held.rows : NOTHING;
  }

  /** Lets go of what waits. A recall may still be reading the rows, so they are not overwritten. */
  wipe(): void {
    this.#held = null;
  }

  async #look(caller: Caller, scope: Scope | undefined, turns: readonly string[]): Promise<void> {
    const { vault, clock, embedding } = this.#mind();
    const { changes } = vault;
    const { model, index } = embedding();
    const at = clock.now();
    const reader = readerOf(caller, scope);
    const recent = turns.slice(-TURNS).map((turn) => referenceOf(turn).content.slice(0, MOST_OF_A_TURN)).filter((words) => words.length > 0);
    const words = [...new Set(recent.toReversed().flat())].slice(0, MOST_WORDS);
    if (words.length === 0) return;
    const view = scopedTo({ past: false, kinds: null }, caller, scope);
    const text = words.join(' ');
    const analysis = { ...analyse(text, at, { speakers: [], called: new Map() }, () => identifiersOf(turns.at(-1) ?? '')), terms: words, time: null };
    const [found, near] = await Promise.all([findByWords(vault, { ...view, analysis }), this.#towards(model, index, recent, view)]);
    const ids = fuseByRank([{ signal: 'words', weight: 1, items: found.list.slice(0, DEPTH) }, { signal: 'vectors', weight: VECTORS_WEIGHT, items: near }]).slice(0, MOST_PRELOADED).map(({ id }) => id);
    const rows = await candidateRows(vault, index, ids);
    // Something changed meanwhile: what was read may be of before or after.
    if (vault.changes !== changes || embedding().index !== index) return;
    this.wipe();
    this.#held = { at, changes, space: index.space, reader, rows: new Map(rows.map((row) => [row.id, row])) };
  }

  /** Memories where the conversation is heading. */
  async #towards(model: EmbeddingModel, index: CurrentEmbedding['index'], turns: readonly (readonly string[])[], view: ReturnType<typeof scopedTo<{ past: boolean; kinds: null }>>): Promise<RankedList['items']> {
    const momentum = momentumOf(await model.embed(turns.map((words) => words.join(' ')), 'query'));
    if (momentum === null) return [];
    const hits = await index.search({ ...view, vector: ahead(momentum), k: DEPTH });
    return hits.filter((hit) => hit.score >= LEAST_COSINE);
  }
}

const NOTHING: ReadonlyMap<number, CandidateRow> = new Map();

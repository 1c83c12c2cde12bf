import { EngramError, type AgentId, type Memory, type Scope, type SessionId } from '../../contract/index.ts';
import { isTrusted, scopedTo, type Caller } from '../../security/access/index.ts';
import { classify } from '../../security/pii/index.ts';
import { estimateTokens } from '../context/index.ts';
import type { Clock, Log } from '../kernel/index.ts';
import { openEmbedder, type EmbeddingModel } from '../providers/index.ts';
import { levelsOf, perceive, type SensoryRing, type Turn } from '../sensory/index.ts';
import type { Vault } from '../vault/index.ts';
import { hear, Mindset, moved, signalOf, Snapshot, STALE_MS, type Slot, type TopicSignal } from '../working/index.ts';

/**
 * What each agent has in mind, kept up by the turns of its conversations (§3, §8.7, §17.5.5). One agent
 * in one scope is present at a time; the others lie encrypted in the vault. Only cleartext that counts as
 * the person's word gets in, so that a slot may go wherever the conversation goes.
 */

/** A conversation, as far as working memory is concerned. */
export interface Talk {
  session: SessionId;
  agent: AgentId | null;
  scope: Scope;
}

/** A slot for the prompt. */
export type ShownSlot = Pick<Slot, 'id' | 'text' | 'tokens' | 'activation'>;

export interface Focus {
  signal: TopicSignal;
  /** What is in mind before the answer, within the budget of working memory. */
  slots: ShownSlot[];
}

/** Tokens that working memory may take in a prompt. */
export const WORKING_TOKENS = 600;
/** Memories of one answer that become slots. */
const MOST_OF_AN_ANSWER = 4;
/** The first look of the day: this many of the latest memories are weighed, and so many come to mind (§34.9). */
const MORNING_LOOK = 60;
const MORNING_SLOTS = 5;
const MORNING_IMPORTANCE = 0.6;
/** A request is kept as its gist; shorter messages ask for nothing that lasts. */
const LEAST_REQUEST_WORDS = 4;
/** What a long message says stands at its beginning; the rest is what it is about. */
const MOST_PROMOTED_CHARS = 4000;

/** What it is built on. */
interface Ground {
  vault: Vault;
  ring: SensoryRing;
  clock: Clock;
  log: Log;
  embedding(): { model: EmbeddingModel; index: { space: number } };
}

const person: Caller = { kind: 'person', local: true };

export class WorkingMemory {
  readonly #mind: () => Ground;
  #present: { place: string; mindset: Mindset } | null = null;
  /** Calls come one after another: two conversations of two agents must not take turns in the middle of one. */
  #queue: Promise<unknown> = Promise.resolve();
  #words: Promise<EmbeddingModel> | null = null;
  /** The same function for the same model, so that what is heard through it is remembered. */
  #reads: { model: EmbeddingModel; embed: (texts: readonly string[]) => Promise<Float32Array[]> } | null = null;

  constructor(mind: () => Ground) {
    this.#mind = mind;
  }

  /** A message comes in: its topic is judged, what was said before is taken up, what belongs to another topic leaves. */
  begin(talk: Talk, turns: readonly string[], text: string): Promise<Focus> {
    return this.#inTurn(async () => {
      const mindset = await this.#enter(talk);
      const now = this.#now();
      const heard = await hear([...turns, text], await this.#embed());
      const message = heard.at(-1)!;
      const signal = signalOf(heard.slice(0, -1), message);
      await this.#verify(mindset, talk);
      // Before anything leaves, so that what was just said is not lost with the topic.
      for (const turn of this.#mind().ring.turns(talk.session)) this.#promote(mindset, turn, now);
      if (signal === 'drift') mindset.slots.drift(now);
      if (signal === 'switch') await this.#strengthen(mindset.slots.clear(now), now);
      mindset.momentum = moved(signal === 'switch' ? null : mindset.momentum, message.vector);
      mindset.slots.tidy(now);
      return { signal, slots: shown(mindset, now) };
    });
  }

  /** An answer is done: the memories it used come to mind, those it cites most. */
  end(talk: Talk, answer: { used: readonly { memory: Pick<Memory, 'id' | 'text' | 'keyFact' | 'tier' | 'trust'>; cited: boolean }[] }): Promise<void> {
    return this.#inTurn(async () => {
      const mindset = await this.#enter(talk);
      const now = this.#now();
      const fit = answer.used.filter(({ memory }) => memory.tier === 'cleartext' && isTrusted(memory.trust));
      // Cited ones last: what came in last stays longest among equals.
      for (const { memory, cited } of [...fit].sort((a, b) => Number(b.cited) - Number(a.cited)).slice(0, MOST_OF_AN_ANSWER).reverse()) {
        const text = gist(memory);
        mindset.slots.put({ id: `memory:${memory.id}`, source: 'recall', text, tokens: estimateTokens(text), memory: memory.id, session: talk.session }, now);
        if (cited) mindset.slots.use(`memory:${memory.id}`, now);
      }
    });
  }

  /** Puts a question about a gap in mind. False when two were asked in the conversation already, or it is there. */
  ask(talk: Talk, question: { id: string; text: string }): Promise<boolean> {
    return this.#inTurn(async () => (await this.#enter(talk)).question({ ...question, tokens: estimateTokens(question.text), memory: null, session: talk.session }, this.#now()));
  }

  /** What the agent of a conversation has in mind now. */
  slots(talk: Talk, budget: number = WORKING_TOKENS): Promise<ShownSlot[]> {
    return this.#inTurn(async () => shown(await this.#enter(talk), this.#now(), budget));
  }

  /** The same without setting anybody else aside: nothing when another agent is present. */
  present({ agent, scope }: Talk, budget: number = WORKING_TOKENS): ShownSlot[] {
    return this.#present?.place === placeOf(agent, scope) ? shown(this.#present.mindset, this.#now(), budget) : [];
  }

  /** Something was erased: nothing that may hold its words stays in mind, here or set aside. */
  forget(): Promise<void> {
    return this.#inTurn(async () => {
      this.#present?.mindset.wipe();
      this.#present = null;
      if (this.#mind().vault.readOnly === null) await this.#mind().vault.write('dropMindsets', { before: null });
    });
  }

  /** A conversation was removed, and with it what agents have in mind of it. */
  leave(session: SessionId): Promise<void> {
    return this.#inTurn(async () => {
      this.#present?.mindset.leave(session);
      const { vault } = this.#mind();
      for (const row of await vault.read('mindsets')) {
        const snapshot = this.#opened(row.place, row.cipher);
        const left = snapshot?.slots.filter((slot) => slot.session !== session || slot.memory !== null);
        if (snapshot && left!.length < snapshot.slots.length) await this.#store(row.place, { ...snapshot, slots: left!, asked: snapshot.asked.filter(([id]) => id !== session) });
      }
    });
  }

  /** For lock: sets the present agent aside and overwrites everything. */
  close(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#suspend().catch(() => this.#mind().log('warn', 'mindset_not_saved'));
      this.#present?.mindset.wipe();
      this.#present = null;
      await (await this.#words?.catch(() => null))?.close();
      this.#words = null;
    });
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#queue.then(work);
    this.#queue = next.catch(() => {});
    return next;
  }

  #now = (): number => this.#mind().clock.now();

  /** The mindset of a conversation's agent; whoever was present before is set aside. */
  async #enter({ agent, scope }: Talk): Promise<Mindset> {
    const place = placeOf(agent, scope);
    if (this.#present?.place === place) return this.#present.mindset;
    await this.#suspend();
    this.#present?.mindset.wipe();
    this.#present = null;
    const mindset = await this.#resume(place, scope);
    this.#present = { place, mindset };
    return mindset;
  }

  async #suspend(): Promise<void> {
    if (this.#present === null || this.#mind().vault.readOnly !== null) return;
    const now = this.#now();
    await this.#mind().vault.write('dropMindsets', { before: now - STALE_MS });
    await this.#store(this.#present.place, this.#present.mindset.written(now));
  }

  async #store(place: string, snapshot: Snapshot): Promise<void> {
    const plain = new TextEncoder().encode(JSON.stringify(snapshot));
    const cipher = this.#mind().vault.sealMindset(place, plain);
    plain.fill(0);
    await this.#mind().vault.write('saveMindset', { place, saved_at: snapshot.at, cipher });
  }

  async #resume(place: string, scope: Scope): Promise<Mindset> {
    const { space } = await this.#model();
    const row = await this.#mind().vault.read('mindset', { place });
    const snapshot = row && this.#opened(place, row.cipher);
    const back = snapshot ? Mindset.resumed(snapshot, space.name, this.#now()) : null;
    return back ?? this.#morning(new Mindset(space.name), scope);
  }

  /** Null for one that cannot be read; then the agent starts afresh. */
  #opened(place: string, cipher: Uint8Array): Snapshot | null {
    try {
      const plain = this.#mind().vault.openMindset(place, cipher);
      const snapshot = Snapshot.safeParse(JSON.parse(new TextDecoder().decode(plain)));
      plain.fill(0);
      return snapshot.data ?? null;
    } catch (error) {
      this.#mind().log('warn', 'mindset_not_read', { code: error instanceof EngramError ? error.code : 'INTERNAL' });
      return null;
    }
  }

  /** After a night, what is recent and matters comes to mind first (§34.9). */
  async #morning(mindset: Mindset, scope: Scope): Promise<Mindset> {
    const now = this.#now();
    const { rows } = await this.#mind().vault.read('listMemories', scopedTo({
      filter: { status: ['active' as const], tier: ['cleartext' as const] }, sort: 'newest' as const, after: null, limit: MORNING_LOOK, space: this.#mind().embedding().index.space,
    }, person, scope));
    const worth = rows.filter((row) => isTrusted(row.trust) && (row.pinned === 1 || row.importance >= MORNING_IMPORTANCE))
      .sort((a, b) => b.pinned - a.pinned || b.importance - a.importance || b.happened_at - a.happened_at).slice(0, MORNING_SLOTS);
    for (const row of worth) {
      const text = gist({ text: row.text, keyFact: row.key_fact });
      mindset.slots.put({ id: `memory:${row.public_id}`, source: 'morning', text, tokens: estimateTokens(text), memory: row.public_id, session: null }, now);
    }
    return mindset;
  }

  /** A turn that was said becomes what it says: its statements, or the gist of a request. */
  #promote(mindset: Mindset, turn: Turn, now: number): void {
    const turnId = `turn:${turn.session}:${turn.at}`;
    if (!mindset.promote(turnId)) return;
    const said = turn.text.slice(0, MOST_PROMOTED_CHARS).toWellFormed();
    const statements = perceive(said).map(({ text }) => text);
    const asks = statements.length === 0 && said.split(/\s+/).length >= LEAST_REQUEST_WORDS;
    const facts = asks ? [`Asked: ${levelsOf(said).keyFact}`] : statements;
    facts.forEach((text, i) => {
      if (classify(text, { mayLower: false }).tier !== 'cleartext') return;
      mindset.slots.put({ id: `${turnId}:${i}`, source: 'turn', text, tokens: estimateTokens(text), memory: null, session: turn.session }, now);
    });
  }

  /** Slots that hold a memory hold what it says now, and only while the conversation may see it. */
  async #verify(mindset: Mindset, { scope }: Talk): Promise<void> {
    const { vault, embedding } = this.#mind();
    const held = mindset.slots.records().filter(({ memory }) => memory !== null);
    const stale = new Set<string>();
    await Promise.all(held.map(async ({ id, memory, text }) => {
      const row = await vault.read('memoryById', scopedTo({ id: memory!, space: embedding().index.space }, person, scope));
      if (row?.status !== 'active' || row.tier !== 'cleartext' || !isTrusted(row.trust) || gist({ text: row.text, keyFact: row.key_fact }) !== text) stale.add(id);
    }));
    mindset.slots.drop(({ id }) => stale.has(id));
  }

  /** What was active when its topic ended counts as used once more, so that it lasts. */
  async #strengthen(slots: readonly Slot[], now: number): Promise<void> {
    const ids = slots.flatMap(({ memory, source }) => (memory !== null && source === 'recall' ? [memory] : []));
    if (ids.length > 0 && this.#mind().vault.readOnly === null) await this.#mind().vault.write('recordUses', { ids, message: null, now });
  }

  /** The topic is judged in the space its weights were learned in. */
  #model(): Promise<EmbeddingModel> {
    const { model } = this.#mind().embedding();
    return model.id === 'builtin' ? Promise.resolve(model) : (this.#words ??= openEmbedder('builtin', { modelsDir: '', providers: [] }));
  }

  async #embed(): Promise<(texts: readonly string[]) => Promise<Float32Array[]>> {
    const model = await this.#model();
    if (this.#reads?.model !== model) this.#reads = { model, embed: (texts) => model.embed(texts, 'document') };
    return this.#reads.embed;
  }
}

/** Agent and scope as one text, whatever the order of the parts. */
const placeOf = (agent: AgentId | null, scope: Scope): string =>
  JSON.stringify(Object.entries({ ...scope, agent: agent ?? scope.agent }).filter(([, value]) => value !== undefined).sort(([a], [b]) => (a < b ? -1 : 1)));

const GIST_CHARS = 300;
/** A memory as it comes to mind: whole when it is short. */
const gist = ({ text, keyFact }: { text: string; keyFact: string }): string => (text.length <= GIST_CHARS ? text : keyFact);

const shown = (mindset: Mindset, now: number, budget = WORKING_TOKENS): ShownSlot[] =>
  mindset.slots.fitting(now, budget).map(({ id, text, tokens, activation }) => ({ id, text, tokens, activation }));

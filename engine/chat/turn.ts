import { errorBody, limits, type ChatEvent, type Message, type RememberedInChat, type Session } from '../../contract/index.ts';
import type { Caller } from '../../security/access/index.ts';
import { rememberFromTurn, type Mind, type ShownSlot, type Talk } from '../flow/index.ts';
import type { Conversations } from './conversations.ts';
import type { Counting } from './counting.ts';
import { stream } from './execute.ts';
import { MANNERS } from './kinds.ts';
import { storeLeavings } from './leavings.ts';
import { runLifecycle, type Held, type Outcome, type Reached, type Work } from './lifecycle.ts';
import type { ChatModel } from './models.ts';
import { buildPrompt, recollect, turnsBefore, type Prepared, type Recollection, type Wanted } from './prepare.ts';
import { answerFromMemory } from './responder.ts';
import { markCited, sourcesOf } from './sources.ts';

/** A turn of any kind, resolved: who says what, below which turns, to which model. */
export interface Turn {
  session: Session;
  user: Message;
  /** Written as the answer comes. */
  assistant: Message;
  history: readonly Message[];
  model: ChatModel;
  instructions: string;
  readMemory: boolean;
  /** False for a second answer: its message is stored, and was remembered the first time. */
  first: boolean;
}

/** What the turns of one open vault share. */
export interface TurnTools {
  counting: Counting;
  conversations: Conversations;
}

/** Whoever started a turn. */
export interface Asker {
  resolve(held: Held): Promise<Turn>;
  /** The turn is stored and runs; it goes on to its end whether or not anybody listens. */
  begun(): void;
  tell(event: ChatEvent): void;
}

/** Runs a turn through its stages. Returns how it ended, with its last event, which is for telling once everything is let go of; null when it was never begun. */
export async function runTurn(mind: Mind, tools: TurnTools, caller: Caller, asker: Asker, signal: AbortSignal): Promise<{ outcome: Outcome; last: ChatEvent | null }> {
  const running = new RunningTurn(mind, tools, caller, asker, signal);
  const outcome = await runLifecycle(running, signal);
  return { outcome, last: running.last };
}

class RunningTurn implements Work<Turn, Recollection, Prepared> {
  last: ChatEvent | null = null;
  readonly #mind: Mind;
  readonly #tools: TurnTools;
  readonly #caller: Caller;
  readonly #asker: Asker;
  readonly #signal: AbortSignal;
  readonly #started = performance.now();
  #saying: Promise<RememberedInChat[]> | null = null;
  #leaving: Promise<void> = Promise.resolve();

  constructor(mind: Mind, tools: TurnTools, caller: Caller, asker: Asker, signal: AbortSignal) {
    this.#mind = mind;
    this.#tools = tools;
    this.#caller = caller;
    this.#asker = asker;
    this.#signal = signal;
  }

  async resolve(held: Held): Promise<Turn> {
    const turn = await this.#asker.resolve(held);
    this.#signal.throwIfAborted();
    if (saves(turn)) turn.user.leaving = 'due';
    await this.#tools.conversations.begin(turn.session, turn.first ? [turn.user, turn.assistant] : [turn.assistant]);
    this.#asker.begun();
    this.#asker.tell({ type: 'started', user: turn.user, assistant: turn.assistant.id });
    return turn;
  }

  recall(turn: Turn): Promise<Recollection> {
    return recollect(this.#mind, this.#caller, wantedOf(turn), this.#focus(turn));
  }

  async build(turn: Turn, recollection: Recollection): Promise<Prepared> {
    const prepared = await buildPrompt(this.#mind, this.#tools.counting, wantedOf(turn), recollection);
    const sources = sourcesOf(prepared, turn.readMemory);
    turn.assistant.sources = sources;
    this.#asker.tell({ type: 'recalling', considered: sources.considered.length, kept: sources.used.length });
    this.#asker.tell({ type: 'sources', sources });
    return prepared;
  }

  async execute(turn: Turn, prepared: Prepared, held: Held): Promise<void> {
    const { session, user, assistant, history, model } = turn;
    // The answer must not wait for the memory; a failure there is told with the turn.
    const saying = this.#say(turn);
    saying.catch(() => {});
    if (saves(turn) && MANNERS[user.kind].goesOn) this.#leaving = storeLeavings(this.#mind, this.#tools, this.#caller, turn, prepared.prompt);
    this.#leaving.catch(() => {});
    if (foresees(turn)) void saying.catch(() => []).then(() => this.#mind.ahead.prepare(this.#caller, session.scope, [...turnsBefore(history), user.text]));
    if (model.provider === null) assistant.text = answerFromMemory(prepared.question, prepared.memories, (await saying).length);
    const connection = new AbortController();
    held.hold(() => connection.abort());
    await stream(this.#tools.conversations, model, prepared, assistant, this.#asker.tell, AbortSignal.any([this.#signal, connection.signal]));
  }

  /** What was said is remembered once it is stored, what was sent counts as used, and only a whole answer comes to mind. */
  async capture({ resolved: turn, built, executed }: Reached<Turn, Prepared>, outcome: Outcome): Promise<void> {
    const { session, user, assistant, history } = turn;
    await this.#leaving.catch(() => this.#mind.log('error', 'leaving_not_stored'));
    markCited(assistant);
    const used = executed ? (assistant.sources?.used ?? []) : [];
    if (used.length > 0 && !session.offRecord)
      await this.#mind.vault.write('recordUses', { ids: used.map(({ id }) => id), message: this.#tools.conversations.isStored(session.id) ? assistant.id : null, now: this.#mind.clock.now() });
    if (outcome.status === 'done') {
      if (foresees(turn)) this.#mind.ahead.prepare(this.#caller, session.scope, [...turnsBefore(history), user.text, assistant.text]);
      await this.#keepInMind(turn, built!);
    }
    assistant.remembered = await this.#say(turn);
    if (assistant.remembered.length === 0) return;
    user.remembered = assistant.remembered;
    this.#asker.tell({ type: 'remembered', items: assistant.remembered });
  }

  async clean({ assistant }: Turn, { status, error }: Outcome): Promise<void> {
    assistant.status = status;
    assistant.error = status === 'failed' ? errorBody(error) : null;
    if (assistant.usage) assistant.usage.ms = performance.now() - this.#started;
    await this.#tools.conversations.saveMessages(assistant);
    this.last = { type: status === 'failed' ? 'failed' : 'done', message: assistant };
  }

  /** Takes in what the person said, once however often it is asked for. */
  #say(turn: Turn): Promise<RememberedInChat[]> {
    const { session, user, first } = turn;
    this.#saying ??= first && !session.offRecord && MANNERS[user.kind].speaks
      ? rememberFromTurn(this.#mind, this.#caller, {
        session: session.id, message: this.#tools.conversations.isStored(session.id) ? user.id : null, text: user.text, scope: session.scope, save: session.saveMemory,
      })
      : Promise.resolve([]);
    return this.#saying;
  }

  /** What the agent has in mind. Only a message of a chat moves it. Working memory only helps; an answer never fails on it. */
  async #focus(turn: Turn): Promise<ShownSlot[]> {
    const talk = inMind(turn);
    if (talk === null) return [];
    const { user, history } = turn;
    try {
      if (!MANNERS[user.kind].speaks || !MANNERS[user.kind].minds) return this.#mind.working.present(talk);
      return (await this.#mind.working.begin(talk, turnsBefore(history), user.text.slice(0, limits.queryChars))).slots;
    } catch {
      this.#mind.log('warn', 'working_memory_failed', { id: talk.session });
      return [];
    }
  }

  async #keepInMind(turn: Turn, { memories }: Prepared): Promise<void> {
    const talk = inMind(turn);
    if (talk === null || !MANNERS[turn.user.kind].minds) return;
    const cited = new Set(turn.assistant.sources!.used.filter((used) => used.cited).map(({ id }) => id));
    const used = memories.map(({ memory }) => ({ memory, cited: cited.has(memory.id) }));
    await this.#mind.working.end(talk, { used }).catch(() => this.#mind.log('warn', 'working_memory_failed', { id: talk.session }));
  }
}

const wantedOf = ({ session, user, history, model, instructions, readMemory }: Turn): Wanted => ({ message: user, scope: session.scope, history, model, instructions, readMemory });

/** Whether what is said in the turn may be stored. */
const saves = ({ session, first }: Turn): boolean => first && session.saveMemory && !session.offRecord;

/** Whether a next message is to be expected. */
const foresees = ({ readMemory, user }: Turn): boolean => readMemory && MANNERS[user.kind].speaks && MANNERS[user.kind].goesOn;

/** The conversation, when it may be kept in mind: on the record, with both memory switches on, and not for a second answer. */
function inMind({ session, first, readMemory }: Turn): Talk | null {
  return first && !session.offRecord && readMemory && session.saveMemory ? { session: session.id, agent: session.agent, scope: session.scope } : null;
}

import { EngramError, type Agent, type AgentId, type ChatEvent, type ContextPreview, type Message, type MessageId, type Scope, type Session, type SessionId, type TurnKind } from '../../contract/index.ts';
import type { Caller } from '../../security/access/index.ts';
import type { Mind, ShownSlot } from '../flow/index.ts';
import { Conversations } from './conversations.ts';
import { Counting } from './counting.ts';
import { EventQueue } from './event-queue.ts';
import type { Held } from './lifecycle.ts';
import { resolveByName, resolveModel } from './models.ts';
import { buildPrompt, recollect, type Wanted } from './prepare.ts';
import { previewOf } from './preview.ts';
import { runTurn, type Asker, type Turn } from './turn.ts';

export interface SessionChange {
  title?: string;
  scope?: Scope;
  readMemory?: boolean;
  saveMemory?: boolean;
  model?: string;
  leaf?: MessageId;
  draft?: string;
}

interface Opened {
  title?: string;
  agent?: AgentId;
  scope?: Scope;
  offRecord?: boolean;
  model?: string;
}

/** What a headless turn is asked. */
export interface Asked {
  text: string;
  agent?: AgentId;
  scope?: Scope;
  model?: string;
  readMemory?: boolean;
  saveMemory?: boolean;
  keep?: boolean;
}

type SentKind = Exclude<TurnKind, 'headless'>;

const NEW_TITLE = 'New chat';
const TITLE_CHARS = 60;

/** Conversations of one open vault and the turns that run in them, at most one per session. */
export class Chat {
  readonly #mind: Mind;
  readonly conversations: Conversations;
  readonly #counting = new Counting();
  readonly #running = new Map<SessionId, { stop: AbortController; ended: Promise<void> }>();

  constructor(mind: Mind) {
    this.#mind = mind;
    this.conversations = new Conversations(mind);
  }

  async open(input: Opened): Promise<Session> {
    const session = await this.#session(input);
    await this.conversations.save(session);
    this.#mind.emit({ type: 'session', id: session.id, change: 'opened' });
    return session;
  }

  async #session(input: Opened): Promise<Session> {
    const now = this.#mind.clock.now();
    const settings = this.#mind.settings();
    const agent = input.agent === undefined ? null : await this.#agent(input.agent);
    return {
      id: this.#mind.newId<SessionId>(now),
      title: input.title ?? NEW_TITLE,
      agent: agent?.id ?? null,
      scope: { ...(agent && { agent: agent.id }), ...input.scope },
      offRecord: input.offRecord ?? false,
      readMemory: input.offRecord ? false : settings['chat.readMemory'],
      saveMemory: input.offRecord ? false : settings['chat.saveMemory'],
      model: input.model ?? agent?.model ?? settings['chat.model'],
      leaf: null, draft: '', createdAt: now, updatedAt: now,
    };
  }

  /** Off the record both memory switches stay off. */
  async change(id: SessionId, change: SessionChange): Promise<Session> {
    const session = await this.conversations.get(id);
    if (session.offRecord && (change.saveMemory || change.readMemory)) throw new EngramError('CONFLICT', { detail: 'this chat is off the record' });
    if (change.leaf !== undefined && (await this.conversations.message(change.leaf)).session !== id) throw new EngramError('NOT_FOUND');
    const draftOnly = Object.keys(change).every((key) => key === 'draft');
    const next = await this.conversations.save({ ...session, ...change, updatedAt: draftOnly ? session.updatedAt : this.#mind.clock.now() });
    this.#mind.emit({ type: 'session', id, change: 'changed' });
    return next;
  }

  async remove(id: SessionId): Promise<number> {
    await this.stop(id);
    const messages = await this.conversations.remove(id);
    await this.#mind.working.leave(id);
    this.#mind.emit({ type: 'session', id, change: 'removed' });
    return messages;
  }

  /** Throws CONFLICT while a turn runs in the session, CANCELLED when it is stopped before it began. */
  send(caller: Caller, input: { session: SessionId; text: string; parent?: MessageId | null; model?: string; kind?: SentKind; tool?: string }): Promise<AsyncIterable<ChatEvent>> {
    return this.#run(caller, input.session, async () => {
      const session = await this.conversations.get(input.session);
      const parent = input.parent === undefined ? session.leaf : input.parent;
      const history = await this.conversations.branch(session.id, parent);
      if (parent !== null && history.at(-1)?.id !== parent) throw new EngramError('NOT_FOUND', { detail: 'parent' });
      return this.#first({ ...session, draft: '' }, { parent, history, text: input.text, kind: input.kind ?? 'chat', tool: input.tool ?? null, model: input.model });
    });
  }

  /** A turn without a chat; unless it is kept, its session is gone when it ends. */
  async ask(caller: Caller, input: Asked): Promise<{ session: SessionId; events: AsyncIterable<ChatEvent> }> {
    const { text, model, keep = false, readMemory, saveMemory, ...of } = input;
    const fresh = await this.#session(of);
    const session: Session = { ...fresh, model: model ?? fresh.model, readMemory: readMemory ?? fresh.readMemory, saveMemory: saveMemory ?? fresh.saveMemory };
    const events = await this.#run(caller, session.id, async (held) => {
      if (!keep) {
        this.conversations.keepInMemory(session);
        held.hold(() => this.conversations.letGo(session.id));
      }
      return this.#first(session, { parent: null, history: [], text, kind: 'headless', tool: null, model });
    });
    if (keep) this.#mind.emit({ type: 'session', id: session.id, change: 'opened' });
    return { session: session.id, events };
  }

  /** A sibling of an earlier answer. */
  async regenerate(caller: Caller, input: { message: MessageId; model?: string; withoutMemory?: boolean }): Promise<AsyncIterable<ChatEvent>> {
    const earlier = await this.conversations.message(input.message);
    const user = earlier.role === 'assistant' && earlier.parent !== null ? await this.conversations.message(earlier.parent) : earlier;
    if (user.role !== 'user') throw new EngramError('CONFLICT', { detail: 'only an answer can be given again' });
    return this.#run(caller, user.session, async () => {
      const session = await this.conversations.get(user.session);
      const model = await resolveModel(this.#mind, input.model ?? session.model);
      const now = this.#mind.clock.now();
      const assistant = this.#message(session, user.id, 'assistant', '', now, { model: model.id, kind: user.kind });
      return {
        session: { ...session, leaf: assistant.id, updatedAt: now }, user, assistant, history: await this.conversations.branch(session.id, user.parent), model,
        readMemory: session.readMemory && !input.withoutMemory, first: false, instructions: await this.#instructions(session),
      };
    });
  }

  /** What sending this message would send, by the same road as a turn. Nothing is stored and no model is asked. */
  async preview(caller: Caller, input: { text: string; session?: SessionId; model?: string; window?: number; scope?: Scope; kind?: SentKind; tool?: string }): Promise<ContextPreview> {
    const settings = this.#mind.settings();
    const session = input.session === undefined ? null : await this.conversations.get(input.session);
    const named = await resolveByName(this.#mind, input.model ?? session?.model ?? settings['chat.model']);
    const model = input.window === undefined ? named : { ...named, capabilities: { ...named.capabilities, contextWindow: input.window, maxOutput: Math.min(named.capabilities.maxOutput, input.window) } };
    const wanted: Wanted = {
      message: { id: this.#mind.newId<MessageId>(this.#mind.clock.now()), kind: input.kind ?? 'chat', tool: input.tool ?? null, text: input.text },
      scope: input.scope ?? session?.scope ?? {}, model,
      history: session === null ? [] : await this.conversations.branch(session.id, session.leaf),
      readMemory: session === null ? settings['chat.readMemory'] : session.readMemory,
      instructions: session === null ? '' : await this.#instructions(session),
    };
    const inMind = session === null || session.offRecord ? [] : this.#mind.working.present({ session: session.id, agent: session.agent, scope: session.scope });
    const prepared = await buildPrompt(this.#mind, this.#counting, wanted, await recollect(this.#mind, caller, wanted, Promise.resolve(inMind)));
    return previewOf(model, prepared);
  }

  /** What the agent of a conversation has in mind. Throws NOT_FOUND. */
  async inMind(id: SessionId): Promise<ShownSlot[]> {
    const { agent, scope, offRecord } = await this.conversations.get(id);
    return offRecord ? [] : this.#mind.working.slots({ session: id, agent, scope });
  }

  /** Whether a turn runs. */
  get busy(): boolean {
    return this.#running.size > 0;
  }

  /** Resolves when the turn has ended and its text is kept. False when none was running. */
  async stop(id: SessionId): Promise<boolean> {
    const turn = this.#running.get(id);
    if (!turn) return false;
    turn.stop.abort();
    await turn.ended;
    return true;
  }

  /** For lock: every partial answer is kept, then everything unsaved is dropped. */
  async close(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((id) => this.stop(id)));
    this.conversations.wipe();
    await this.#counting.wipe();
  }

  /** The first turn below a message: what is said, and room for the answer. */
  async #first(session: Session, said: { parent: MessageId | null; history: readonly Message[]; text: string; kind: TurnKind; tool: string | null; model: string | undefined }): Promise<Turn> {
    const { parent, history, text, kind, tool } = said;
    const model = await resolveModel(this.#mind, said.model ?? session.model);
    const now = this.#mind.clock.now();
    const user = this.#message(session, parent, 'user', text, now, { kind, tool });
    const assistant = this.#message(session, user.id, 'assistant', '', now, { model: model.id, kind });
    const title = session.title === NEW_TITLE && history.length === 0 ? titleOf(text) : session.title;
    return {
      session: { ...session, title, leaf: assistant.id, updatedAt: now }, user, assistant, history, model,
      readMemory: session.readMemory, first: true, instructions: await this.#instructions(session),
    };
  }

  /** The slot of the session is taken at once, so that of two turns at the same moment one is refused. */
  async #run(caller: Caller, id: SessionId, resolve: (held: Held) => Promise<Turn>): Promise<AsyncIterable<ChatEvent>> {
    if (this.#running.has(id)) throw new EngramError('CONFLICT', { detail: 'an answer is being written in this chat' });
    const events = new EventQueue<ChatEvent>();
    const stop = new AbortController();
    const begun = Promise.withResolvers<void>();
    const asker: Asker = { resolve, tell: events.push, begun: begun.resolve };
    const ended = runTurn(this.#mind, { counting: this.#counting, conversations: this.conversations }, caller, asker, stop.signal)
      .catch((error: unknown) => {
        this.#mind.log('error', 'turn_not_saved', { id });
        return { outcome: { error }, last: null };
      })
      .then(({ outcome, last }) => {
        this.#running.delete(id);
        if (last !== null) events.push(last);
        events.end();
        begun.reject(outcome.error);
        this.#mind.emit({ type: 'session', id, change: 'changed' });
      });
    this.#running.set(id, { stop, ended });
    await begun.promise;
    return events;
  }

  #message(session: Session, parent: MessageId | null, role: Message['role'], text: string, now: number, of: { model?: string; kind: TurnKind; tool?: string | null }): Message {
    return {
      id: this.#mind.newId<MessageId>(now), session: session.id, parent, role, text, status: role === 'user' ? 'done' : 'streaming', model: of.model ?? null,
      sources: null, remembered: [], usage: null, error: null, kind: of.kind, tool: of.tool ?? null, leaving: null, createdAt: now,
    };
  }

  async #agent(id: AgentId): Promise<Agent> {
    const agent = (await this.#mind.vault.read('listAgents')).find((a) => a.id === id);
    if (!agent) throw new EngramError('NOT_FOUND', { detail: 'agent' });
    return agent;
  }

  async #instructions(session: Session): Promise<string> {
    return session.agent === null ? '' : (await this.#agent(session.agent).catch(() => null))?.instructions ?? '';
  }
}

function titleOf(text: string): string {
  const line = text.trim().split('\n')[0]!.replace(/\s+/g, ' ');
  return line.length <= TITLE_CHARS ? line : `${line.slice(0, TITLE_CHARS - 1).trimEnd().toWellFormed()}…`;
}

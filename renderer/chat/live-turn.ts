import { atom, type createStore } from 'jotai';
import type { ChatEvent, Message, MessageId, Remembered, Session, SessionId, Sources } from '../../contract/index.ts';
import { client, ConnectionLost, engine, faultOf, onBlank, queryClient, type Fault } from '../bridge/index.ts';

export type Store = ReturnType<typeof createStore>;

/** A turn that is running, or that could not be sent. Its text never enters the query cache. */
export interface LiveTurn {
  phase: 'sending' | 'recalling' | 'thinking' | 'writing' | 'unsent';
  /** What the person wrote, until the engine has confirmed it. */
  prompt: string | null;
  parent: MessageId | null | undefined;
  assistant: MessageId | null;
  text: string;
  considered: number;
  kept: number;
  sources: Sources | null;
  remembered: readonly Remembered[];
  fault: Fault | null;
  startedAt: number;
}

export const turnsAtom = atom<Readonly<Record<string, LiveTurn>>>({});

const fresh = (prompt: string | null, parent: LiveTurn['parent']): LiveTurn => ({
  phase: 'sending', prompt, parent, assistant: null, text: '', considered: 0, kept: 0,
  sources: null, remembered: [], fault: null, startedAt: Date.now(),
});

function change(store: Store, session: SessionId, next: Partial<LiveTurn>): void {
  const turn = store.get(turnsAtom)[session];
  if (turn !== undefined) store.set(turnsAtom, { ...store.get(turnsAtom), [session]: { ...turn, ...next } });
}

/** Takes a turn away: it is over, or its failure was read. */
export function dropTurn(store: Store, session: SessionId): void {
  const { [session]: _over, ...rest } = store.get(turnsAtom);
  store.set(turnsAtom, rest);
}

/** Puts messages into the cached tree and makes the last one the shown leaf. */
function keep(session: SessionId, ...messages: Message[]): void {
  queryClient.setQueryData(engine.chat.messages.queryKey({ input: { id: session } }), (known) => {
    const fresh = new Map(messages.map((message) => [message.id, message]));
    const merged = (known ?? []).map((message) => fresh.get(message.id) ?? message);
    const ids = new Set(merged.map((message) => message.id));
    return [...merged, ...messages.filter((message) => !ids.has(message.id))];
  });
  showLeaf(session, messages.at(-1)!.id);
}

export function showLeaf(session: SessionId, leaf: MessageId): void {
  queryClient.setQueryData(engine.chat.session.queryKey({ input: { id: session } }), (known) => known && { ...known, leaf });
}

type Open = (signal: AbortSignal) => Promise<AsyncIterable<ChatEvent>>;

/** Follows a turn to its end. It goes on while other screens are shown, and ends with the page or a lock. */
async function follow(store: Store, session: SessionId, turn: LiveTurn, open: Open): Promise<void> {
  if (store.get(turnsAtom)[session]?.phase !== undefined && store.get(turnsAtom)[session]?.phase !== 'unsent') return;
  store.set(turnsAtom, { ...store.get(turnsAtom), [session]: turn });
  let partial: Message | null = null;
  let text = '';
  const lock = new AbortController();
  const unregister = onBlank(() => lock.abort());
  try {
    for await (const event of await open(lock.signal)) {
      // The vault locked: the engine keeps the partial answer, this page keeps nothing.
      if (lock.signal.aborted) return;
      switch (event.type) {
        case 'started':
          partial = placeholder(event.user, event.assistant);
          keep(session, event.user, partial);
          change(store, session, { phase: 'recalling', prompt: null, assistant: event.assistant });
          break;
        case 'recalling':
          change(store, session, { phase: 'thinking', considered: event.considered, kept: event.kept });
          break;
        case 'sources':
          change(store, session, { phase: 'thinking', sources: event.sources });
          break;
        case 'delta':
          text += event.text;
          change(store, session, { phase: 'writing', text });
          break;
        case 'remembered':
          change(store, session, { remembered: event.items });
          break;
        case 'done':
        case 'failed':
          keep(session, event.message);
          dropTurn(store, session);
          return;
      }
    }
    throw new ConnectionLost();
  } catch (error) {
    if (lock.signal.aborted) return;
    if (partial === null) return change(store, session, { phase: 'unsent', fault: faultOf(error) });
    // What was written so far stays on the screen; the engine's own copy replaces it later.
    const state = store.get(turnsAtom)[session];
    keep(session, { ...partial, text, sources: state?.sources ?? null, status: 'stopped' });
    dropTurn(store, session);
    void queryClient.invalidateQueries({ queryKey: engine.chat.messages.key({ input: { id: session } }) });
  } finally {
    unregister();
  }
}

function placeholder(user: Message, id: MessageId): Message {
  return {
    id, session: user.session, parent: user.id, role: 'assistant', text: '', status: 'streaming', model: null, sources: null,
    remembered: [], usage: null, error: null, kind: user.kind, tool: null, leaving: null, createdAt: Date.now(),
  };
}

export function sendMessage(store: Store, session: Session, text: string, parent?: MessageId | null): Promise<void> {
  return follow(store, session.id, fresh(text, parent), (signal) =>
    client.chat.send({ session: session.id, text, ...(parent !== undefined && { parent }) }, { signal }));
}

export function regenerate(
  store: Store, session: SessionId, message: MessageId, options: { model?: string; withoutMemory?: boolean } = {},
): Promise<void> {
  return follow(store, session, fresh(null, undefined), (signal) => client.chat.regenerate({ message, ...options }, { signal }));
}

/** Ends the running answer; what was written stays. */
export async function stopTurn(session: SessionId): Promise<void> {
  await client.chat.stop({ id: session });
}

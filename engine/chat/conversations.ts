import { EngramError, type Message, type MessageId, type Session, type SessionId } from '../../contract/index.ts';
import type { Mind } from '../flow/index.ts';

/** Sessions and their messages: in the vault, or in memory only: off the record until the vault is locked, of a headless turn until it ends. */
export class Conversations {
  readonly #mind: Mind;
  readonly #unstored = new Map<SessionId, { session: Session; messages: Map<MessageId, Message> }>();

  constructor(mind: Mind) {
    this.#mind = mind;
  }

  async list(): Promise<Session[]> {
    const stored = await this.#mind.vault.read('listSessions');
    return [...[...this.#unstored.values()].map((entry) => entry.session).filter((session) => session.offRecord), ...stored].sort((a, b) => b.updatedAt - a.updatedAt);
  }

  /** Throws NOT_FOUND. */
  async get(id: SessionId): Promise<Session> {
    const session = this.#unstored.get(id)?.session ?? (await this.#mind.vault.read('sessionById', { id }));
    if (!session) throw new EngramError('NOT_FOUND');
    return session;
  }

  async save(session: Session): Promise<Session> {
    if (session.offRecord || this.#unstored.has(session.id)) this.keepInMemory(session);
    else await this.#mind.vault.write('saveSession', session);
    return session;
  }

  /** A session that is never stored; `letGo` ends it. */
  keepInMemory(session: Session): void {
    this.#unstored.set(session.id, { session, messages: this.#unstored.get(session.id)?.messages ?? new Map() });
  }

  letGo(id: SessionId): void {
    this.#unstored.delete(id);
  }

  isStored(id: SessionId): boolean {
    return !this.#unstored.has(id);
  }

  /** Number of messages that went with it. */
  async remove(id: SessionId): Promise<number> {
    const entry = this.#unstored.get(id);
    if (!entry) return this.#mind.vault.write('removeSession', { id });
    this.#unstored.delete(id);
    return entry.messages.size;
  }

  async messages(id: SessionId): Promise<Message[]> {
    const entry = this.#unstored.get(id);
    return entry ? [...entry.messages.values()] : this.#mind.vault.read('messagesOf', { session: id });
  }

  /** Throws NOT_FOUND. */
  async message(id: MessageId): Promise<Message> {
    for (const { messages } of this.#unstored.values()) if (messages.has(id)) return messages.get(id)!;
    const message = await this.#mind.vault.read('messageById', { id });
    if (!message) throw new EngramError('NOT_FOUND');
    return message;
  }

  async saveMessages(...messages: Message[]): Promise<void> {
    const entry = this.#unstored.get(messages[0]!.session);
    if (entry) for (const message of messages) entry.messages.set(message.id, { ...message });
    else await this.#mind.vault.write('saveMessages', messages);
  }

  /** The first messages of a turn and the session that now ends in them, both or neither. */
  async begin(session: Session, messages: readonly Message[]): Promise<void> {
    if (this.isStored(session.id)) return void (await this.#mind.vault.write('beginTurn', { session, messages }));
    await this.save(session);
    await this.saveMessages(...messages);
  }

  /** Messages from the root to the given one. */
  async branch(session: SessionId, leaf: MessageId | null): Promise<Message[]> {
    const byId = new Map((await this.messages(session)).map((message) => [message.id, message]));
    const path: Message[] = [];
    for (let at = leaf; at !== null; ) {
      const message = byId.get(at);
      if (!message || path.length > byId.size) break;
      path.unshift(message);
      at = message.parent;
    }
    return path;
  }

  wipe(): void {
    this.#unstored.clear();
  }
}

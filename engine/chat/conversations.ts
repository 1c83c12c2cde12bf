import { EngramError, type Message, type MessageId, type Session, type SessionId } from '../../contract/index.ts';
import type { Mind } from '../flow/index.ts';

/** Sessions and their messages: in the vault, or, off the record, in memory only and gone when closed. */
export class Conversations {
  readonly #mind: Mind;
  readonly #offRecord = new Map<SessionId, { session: Session; messages: Map<MessageId, Message> }>();

  constructor(mind: Mind) {
    this.#mind = mind;
  }

  async list(): Promise<Session[]> {
    const stored = await this.#mind.vault.read('listSessions');
    return [...[...this.#offRecord.values()].map((entry) => entry.session), ...stored].sort((a, b) => b.updatedAt - a.updatedAt);
  }

  /** Throws NOT_FOUND. */
  async get(id: SessionId): Promise<Session> {
    const session = this.#offRecord.get(id)?.session ?? (await this.#mind.vault.read('sessionById', { id }));
    if (!session) throw new EngramError('NOT_FOUND');
    return session;
  }

  async save(session: Session): Promise<Session> {
    if (session.offRecord) this.#offRecord.set(session.id, { session, messages: this.#offRecord.get(session.id)?.messages ?? new Map() });
    else await this.#mind.vault.write('saveSession', session);
    return session;
  }

  /** Number of messages that went with it. */
  async remove(id: SessionId): Promise<number> {
    const entry = this.#offRecord.get(id);
    if (!entry) return this.#mind.vault.write('removeSession', { id });
    this.#offRecord.delete(id);
    return entry.messages.size;
  }

  async messages(id: SessionId): Promise<Message[]> {
    const entry = this.#offRecord.get(id);
    return entry ? [...entry.messages.values()] : this.#mind.vault.read('messagesOf', { session: id });
  }

  /** Throws NOT_FOUND. */
  async message(id: MessageId): Promise<Message> {
    for (const { messages } of this.#offRecord.values()) if (messages.has(id)) return messages.get(id)!;
    const message = await this.#mind.vault.read('messageById', { id });
    if (!message) throw new EngramError('NOT_FOUND');
    return message;
  }

  async saveMessages(...messages: Message[]): Promise<void> {
    const entry = this.#offRecord.get(messages[0]!.session);
    if (entry) for (const message of messages) entry.messages.set(message.id, { ...message });
    else await this.#mind.vault.write('saveMessages', messages);
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
    this.#offRecord.clear();
  }
}

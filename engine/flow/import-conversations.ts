import type { JobId, Message, MessageId, Scope, Session, SessionId } from '../../contract/index.ts';
import { pastTime, type ImportItem } from '../formats/index.ts';
import type { Mind } from './mind.ts';

type Conversation = Extract<ImportItem, { type: 'conversation' }>;
type Rest = Extract<ImportItem, { type: 'messages' }>;

/** New ids for a conversation and its messages. */
export interface ConversationIds {
  session: SessionId;
  /** @param number from 0 in the order of the file */
  message(number: number, key: string): MessageId;
}

/** Stores conversations one after another; the one that came last can go on. */
export class ConversationDesk {
  readonly #mind: Mind;
  readonly #scope: Scope;
  readonly #job: JobId;
  readonly #now: number;
  #last: { item: Conversation; ids: ConversationIds; session: Session & { job: string }; known: Map<string, MessageId> } | null = null;

  constructor(mind: Mind, scope: Scope, job: JobId, now: number) {
    this.#mind = mind;
    this.#scope = scope;
    this.#job = job;
    this.#now = now;
  }

  /** `again`: an earlier run has stored it. */
  async open(item: Conversation, ids: ConversationIds, again: boolean): Promise<void> {
    const createdAt = pastTime(item.createdAt, this.#now) ?? this.#now;
    const session: Session & { job: string } = {
      id: ids.session, title: item.title.slice(0, 200) || 'Imported chat', agent: null, scope: this.#scope, offRecord: false, readMemory: true, saveMemory: true,
      model: this.#mind.settings()['chat.model'], leaf: null, draft: '', createdAt, updatedAt: pastTime(item.updatedAt, this.#now) ?? createdAt, job: this.#job,
    };
    this.#last = { item, ids, session, known: new Map() };
    await this.#add(item.messages, again);
  }

  /** False when the conversation it belongs to is not the one before it. */
  async goOn(item: Rest, again: boolean): Promise<boolean> {
    if (this.#last === null || this.#last.item.id !== item.of) return false;
    await this.#add(item.messages, again);
    return true;
  }

  async #add(list: Conversation['messages'], again: boolean): Promise<void> {
    const { item, ids, session, known } = this.#last!;
    const first = known.size === 0;
    const messages = list.flatMap((m): Message[] => {
      if (known.has(m.id)) return [];
      // Only what stands earlier can be a parent, so no circle closes.
      const parent = m.parent === null ? null : known.get(m.parent) ?? null;
      const id = ids.message(known.size, m.id);
      known.set(m.id, id);
      return [{
        id, session: session.id, parent, role: m.role, text: m.text, status: m.status ?? 'done', model: m.model ?? null,
        sources: null, remembered: [], usage: null, error: null, kind: m.kind ?? 'chat', tool: m.kind === 'tool' ? m.tool ?? 'unknown' : null, leaving: null, createdAt: pastTime(m.createdAt, this.#now) ?? session.createdAt,
      }];
    });
    // Without a leaf that is there, the branch of the last message is shown.
    const leaf = (item.leaf === null ? undefined : known.get(item.leaf)) ?? messages.at(-1)?.id ?? session.leaf;
    const moved = leaf !== session.leaf;
    session.leaf = leaf;
    if (again) return;
    if (first || moved) await this.#mind.vault.write('saveSession', { ...session });
    if (messages.length > 0) await this.#mind.vault.write('saveMessages', messages);
  }
}

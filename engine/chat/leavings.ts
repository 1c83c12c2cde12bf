import type { Message, MessageId, Session } from '../../contract/index.ts';
import type { Caller } from '../../security/access/index.ts';
import { exchangesOf, turnsOf as messagesOf, type Exchange, type Fitted } from '../context/index.ts';
import { rememberLeaving, type Mind } from '../flow/index.ts';
import type { Conversations } from './conversations.ts';
import type { Counting } from './counting.ts';
import { turnsOf } from './prepare.ts';

/**
 * Exchanges whose words leave the prompt, and what of them is already stored (§13). What was said
 * while saving was off stays unsaved for ever, so only turns that are known to have run with saving
 * on are looked at: those of this unlock, and older ones of which something was remembered.
 */
export class Leavings {
  readonly #saving = new Set<MessageId>();
  readonly #done = new Set<string>();

  /** A turn runs with saving on. */
  saving(message: MessageId): void {
    this.#saving.add(message);
  }

  /** Stores what is due of the exchanges that are not in the prompt word for word any more, each once. */
  async store(mind: Mind, counting: Counting, conversations: Conversations, caller: Caller, session: Session, history: readonly Message[], prompt: Fitted): Promise<void> {
    const messages = new Map<string, Message>(history.map((message) => [message.id, message]));
    for (const exchange of leavingOf(history, prompt)) {
      if (this.#done.has(exchange.id) || !this.#wasSaving(messages.get(exchange.id))) continue;
      this.#done.add(exchange.id);
      const stored = await rememberLeaving(mind, caller, { exchange, messages, scope: session.scope }, counting.reader);
      for (const [id, remembered] of stored) {
        // As it is now: meanwhile something of it may have been erased.
        const message = await conversations.message(id as MessageId);
        await conversations.saveMessages({ ...message, remembered: [...message.remembered, ...remembered] });
      }
    }
  }

  wipe(): void {
    this.#saving.clear();
    this.#done.clear();
  }

  #wasSaving(message: Message | undefined): boolean {
    return message !== undefined && (this.#saving.has(message.id) || message.remembered.length > 0);
  }
}

/** Complete exchanges that the prompt does not hold word for word. */
function leavingOf(history: readonly Message[], prompt: Fitted): Exchange[] {
  const there = new Set(prompt.sections.find(({ name }) => name === 'history')!.items.flatMap(({ id, level }) => (level === 'verbatim' || level === 'shortened' ? [id] : [])));
  return exchangesOf(turnsOf(history)).filter((exchange) => !there.has(exchange.id) && messagesOf(exchange).length > 1);
}

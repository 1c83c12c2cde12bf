import type { Message, MessageId, Session } from '../../contract/index.ts';
import type { Caller } from '../../security/access/index.ts';
import { exchangesOf, turnsOf as messagesOf, type Exchange, type Fitted } from '../context/index.ts';
import { rememberLeaving, type Mind } from '../flow/index.ts';
import type { Conversations } from './conversations.ts';
import type { Counting } from './counting.ts';
import { turnsOf } from './prepare.ts';

/**
 * Stores what exchanges came to whose words leave the prompt, each once (§13). What was said while
 * saving was off stays unsaved for ever: a request knows whether it was on, and whether its exchange
 * has been stored, also when every turn runs in a process of its own.
 */
export async function storeLeavings(
  mind: Mind, { counting, conversations }: { counting: Counting; conversations: Conversations }, caller: Caller,
  { session, history }: { session: Session; history: readonly Message[] }, prompt: Fitted,
): Promise<void> {
  const messages = new Map<string, Message>(history.map((message) => [message.id, message]));
  for (const exchange of leavingOf(history, prompt)) {
    if (!isDue(messagesOf(exchange).flatMap(({ id }) => messages.get(id) ?? []))) continue;
    const stored = await rememberLeaving(mind, caller, { exchange, messages, scope: session.scope }, counting.reader);
    const ids = new Set([exchange.id, ...stored.keys()]);
    // As they are now: meanwhile something of them may have been erased.
    const now = await Promise.all([...ids].map((id) => conversations.message(id as MessageId)));
    await conversations.saveMessages(...now.map((message): Message => ({
      ...message, remembered: [...message.remembered, ...(stored.get(message.id) ?? [])], leaving: message.id === exchange.id ? 'stored' : message.leaving,
    })));
  }
}

/** Of an exchange from before requests knew it, something was remembered if saving was on. */
function isDue([request, ...replies]: readonly Message[]): boolean {
  return request!.leaving === 'due' || (request!.leaving === null && [request!, ...replies].some(({ remembered }) => remembered.length > 0));
}

/** Complete exchanges that the prompt does not hold word for word. */
function leavingOf(history: readonly Message[], prompt: Fitted): Exchange[] {
  const there = new Set(prompt.sections.find(({ name }) => name === 'history')!.items.flatMap(({ id, level }) => (level === 'verbatim' || level === 'shortened' ? [id] : [])));
  return exchangesOf(turnsOf(history)).filter((exchange) => !there.has(exchange.id) && messagesOf(exchange).length > 1);
}

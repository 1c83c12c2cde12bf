import { EngramError } from '../../contract/index.ts';
import type { ChatPart } from './chat-model.ts';

/**
 * The text of a reply when all of it has come.
 * @param most characters; a model may go on and on whatever it was told
 * Throws PROVIDER_FAILED for a longer one, and lets go of the stream then.
 */
export async function wholeReply(parts: AsyncIterable<ChatPart>, most: number): Promise<string> {
  let reply = '';
  for await (const part of parts) {
    if (part.type === 'delta') reply += part.text;
    if (reply.length > most) throw new EngramError('PROVIDER_FAILED', { detail: 'the answer is too long' });
  }
  return reply;
}

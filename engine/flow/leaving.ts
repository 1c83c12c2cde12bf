import { EngramError, MemoryText, type MemoryId, type Message, type NewMemory, type RememberedInChat, type Scope } from '../../contract/index.ts';
import type { Caller } from '../../security/access/index.ts';
import type { Exchange, Reader } from '../context/index.ts';
import { pointsIn } from '../context/index.ts';
import { rowFor } from './curate.ts';
import { remember } from './ingest.ts';
import type { Mind } from './mind.ts';

/** Most memories of one exchange; a reply that lists forty errors is not forty memories. */
const MOST_POINTS = 4;
const MOST_PARENTS = 50;
/** What a conversation came to matters more than chatter and less than what is said to be remembered (§13). */
const IMPORTANCE = 0.6;

/** An exchange whose words leave the prompt, with its messages as they are kept. */
export interface Leaving {
  exchange: Exchange;
  messages: ReadonlyMap<string, Message>;
  scope: Scope;
}

/**
 * Compaction feeds memory (§13): what was decided and what went wrong in an exchange is stored before
 * its words leave the prompt. What the person said is theirs; what a reply said was noted by an agent
 * and is tied to the memories it rested on, so that it is never trusted more than the least of them.
 * What was remembered of a message when it was said is not stored again.
 *
 * @returns what was stored, by the message it stands in
 */
export async function rememberLeaving(mind: Mind, caller: Caller, leaving: Leaving, reader: Reader): Promise<Map<string, RememberedInChat[]>> {
  const settings = mind.settings();
  const stored = new Map<string, RememberedInChat[]>();
  if (settings['remember.mode'] !== 'tell') return stored;
  const excluded = settings['remember.exclude'].map((word) => word.toLowerCase());
  const turns = [leaving.exchange.request, ...leaving.exchange.replies];
  const points = pointsIn(leaving.exchange, reader)
    .filter(({ kind, text }) => (kind === 'decision' || kind === 'error') && !text.includes('…'))
    .filter(({ text }) => !excluded.some((word) => text.toLowerCase().includes(word)) && MemoryText.safeParse(text).success)
    .slice(0, MOST_POINTS);
  // What a tool gave, and what an answer made of it, is not believed more than the tool.
  const { kind: asked, tool: named = null } = leaving.messages.get(leaving.exchange.id) ?? {};
  const ofTool = asked === 'tool';
  const told = turns.flatMap(({ id }) => leaving.messages.get(id)?.remembered ?? []);
  for (const turn of turns) {
    const message = leaving.messages.get(turn.id);
    if (message === undefined) continue;
    // A reply that quotes a memory or the question tells nothing new, and would come back as its own echo.
    const known = [...told.map(({ said, keyFact }) => said ?? keyFact), ...(message.sources?.used ?? []).map(({ text }) => text)].map(bare).filter((text) => text !== '');
    const around = turn.role === 'assistant' ? bare(leaving.exchange.request.content) : '';
    const own = points.filter(({ text }) => {
      const point = bare(text);
      return turn.content.includes(text) && !around.includes(point) && !known.some((said) => said.includes(point) || point.includes(said));
    });
    if (own.length === 0) continue;
    const parents = turn.role === 'assistant' ? await standing(mind, caller, message) : [];
    const items = own.map(({ kind, text }): NewMemory => ({
      text, importance: IMPORTANCE, scope: leaving.scope, happenedAt: message.createdAt, category: kind === 'decision' ? 'decision' : 'technical',
      ...(parents.length > 0 && { derivedFrom: parents }),
    }));
    const kept = await remember(mind, caller, items, { origin: ofTool ? 'tool' : turn.role === 'user' ? 'inferred' : 'agent', source: ofTool ? named : null, message: message.id });
    stored.set(message.id, kept.map((one, i) => ({ ...one, said: own[i]!.text })));
  }
  return stored;
}

/** Words only, without marks of citation and emphasis. */
const bare = (text: string): string => text.replace(/\[\d+\]/g, '').replace(/[\s.!。*_`"“”]+/g, ' ').trim().toLowerCase();

/** The memories an answer rested on that are still there. */
async function standing(mind: Mind, caller: Caller, message: Message): Promise<MemoryId[]> {
  const ids = (message.sources?.used ?? []).map(({ id }) => id).slice(0, MOST_PARENTS);
  const found = await Promise.all(ids.map((id) => rowFor(mind, caller, id).then(() => id, (error: unknown) => {
    if (error instanceof EngramError && error.code === 'NOT_FOUND') return null;
    throw error;
  })));
  return found.filter((id) => id !== null);
}

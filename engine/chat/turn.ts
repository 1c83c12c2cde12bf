import { EngramError, errorBody, limits, type ChatEvent, type Message, type Session, type Sources } from '../../contract/index.ts';
import type { Caller } from '../../security/access/index.ts';
import type { Fitted, TokenCounter } from '../context/index.ts';
import { rememberFromTurn, type Mind, type ShownSlot, type Talk } from '../flow/index.ts';
import type { Counting } from './counting.ts';
import type { Leavings } from './leavings.ts';
import type { ChatModel } from './models.ts';
import type { Conversations } from './conversations.ts';
import { prepare, turnsBefore, type Prepared } from './prepare.ts';
import { answerFromMemory } from './responder.ts';

/** One turn: recall, ask, stream, remember. It runs to its end whether or not anybody listens. */
export interface TurnRequest {
  session: Session;
  /** The message of the person, saved already unless this is a second answer to it. */
  user: Message;
  assistant: Message;
  history: readonly Message[];
  model: ChatModel;
  instructions: string;
  readMemory: boolean;
  /** False for a second answer: its message was remembered the first time. */
  remember: boolean;
}

/** What the turns of one open vault share. */
export interface TurnTools {
  counting: Counting;
  conversations: Conversations;
  leavings: Leavings;
}

const DELTA_MS = 16;
/** A partial answer is saved this often, so that a crash keeps it. */
const KEEP_MS = 2000;
/** Candidates kept with an answer: what it used, and enough of the rest to see why not. */
const MOST_CONSIDERED = 60;
const NO_SOURCES: Sources = { used: [], considered: [], skipped: null, heldBack: 0 };

export async function runTurn(
  mind: Mind, { counting, conversations, leavings }: TurnTools, caller: Caller, request: TurnRequest, tell: (event: ChatEvent) => void, signal: AbortSignal,
): Promise<void> {
  const { session, user, model } = request;
  const assistant: Message = { ...request.assistant };
  const started = performance.now();
  tell({ type: 'started', user, assistant: assistant.id });
  let leaving: Promise<void> = Promise.resolve();
  try {
    const talk = inMind(request);
    const prepared = await prepare(mind, counting, caller, {
      message: user.text, scope: session.scope, history: request.history, model, instructions: request.instructions, readMemory: request.readMemory,
      working: talk ? focus(mind, talk, request) : Promise.resolve([]),
    });
    assistant.sources = sourcesOf(prepared, request.readMemory);
    tell({ type: 'recalling', considered: assistant.sources.considered.length, kept: assistant.sources.used.length });
    tell({ type: 'sources', sources: assistant.sources });
    const remembering = request.remember && !session.offRecord
      ? rememberFromTurn(mind, caller, { session: session.id, message: user.id, text: user.text, scope: session.scope, save: session.saveMemory })
      : Promise.resolve([]);
    // The answer must not wait for the memory; a failure there is told with the turn.
    remembering.catch(() => {});
    const saves = request.remember && session.saveMemory && !session.offRecord;
    if (saves) leavings.saving(user.id);
    if (saves) leaving = leavings.store(mind, counting, conversations, caller, session, request.history, prepared.prompt);
    leaving.catch(() => {});
    if (request.readMemory) void remembering.catch(() => []).then(() => mind.ahead.prepare(caller, session.scope, [...turnsBefore(request.history), user.text]));
    if (model.provider === null) assistant.text = answerFromMemory(user.text, prepared.memories, (await remembering).length);
    await stream(conversations, model, prepared, assistant, tell, signal);
    assistant.remembered = await remembering;
    if (assistant.remembered.length) {
      user.remembered = assistant.remembered;
      tell({ type: 'remembered', items: assistant.remembered });
    }
    assistant.status = signal.aborted ? 'stopped' : 'done';
    markCited(assistant);
    if (request.readMemory) mind.ahead.prepare(caller, session.scope, [...turnsBefore(request.history), user.text, assistant.text]);
    if (talk) await keepInMind(mind, talk, prepared, assistant);
  } catch (error) {
    const body = errorBody(error);
    assistant.status = body.code === 'CANCELLED' || signal.aborted ? 'stopped' : 'failed';
    assistant.error = assistant.status === 'failed' ? body : null;
  }
  // A turn that was stopped still ends only when nothing of it writes any more.
  await leaving.catch(() => mind.log('error', 'leaving_not_stored'));
  if (assistant.usage) assistant.usage.ms = performance.now() - started;
  markCited(assistant);
  await conversations.saveMessages(assistant);
  if (assistant.sources?.used.length && !session.offRecord)
    await mind.vault.write('recordUses', { ids: assistant.sources.used.map((used) => used.id), message: assistant.id, now: mind.clock.now() });
  tell({ type: assistant.status === 'failed' ? 'failed' : 'done', message: assistant });
}

/** The conversation, when it may be kept in mind: on the record, with both memory switches on, and not for a second answer. */
function inMind({ session, remember, readMemory }: TurnRequest): Talk | null {
  return remember && !session.offRecord && readMemory && session.saveMemory ? { session: session.id, agent: session.agent, scope: session.scope } : null;
}

/** Working memory only helps; an answer never fails on it. */
async function focus(mind: Mind, talk: Talk, { history, user }: TurnRequest): Promise<ShownSlot[]> {
  try {
    return (await mind.working.begin(talk, turnsBefore(history), user.text.slice(0, limits.queryChars))).slots;
  } catch {
    mind.log('warn', 'working_memory_failed', { id: talk.session });
    return [];
  }
}

async function keepInMind(mind: Mind, talk: Talk, { memories }: Prepared, assistant: Message): Promise<void> {
  const cited = new Set(assistant.sources!.used.filter((used) => used.cited).map(({ id }) => id));
  const used = memories.map(({ memory }) => ({ memory, cited: cited.has(memory.id) }));
  await mind.working.end(talk, { used }).catch(() => mind.log('warn', 'working_memory_failed', { id: talk.session }));
}

/** Complete, because it is made of what the prompt builder kept and what recall explained. */
function sourcesOf({ recalled, memories, heldBack }: Prepared, readMemory: boolean): Sources {
  if (!readMemory) return { ...NO_SOURCES, skipped: 'Reading memory is off for this answer.' };
  const trace = recalled?.trace ?? null;
  const inPrompt = new Set(memories.map((shown) => shown.memory.id));
  const held = new Set<string>(heldBack);
  const score = new Map(recalled?.items.map((item) => [item.memory.id, item.score]));
  return {
    used: memories.map(({ mark, memory }) => ({
      id: memory.id, mark, kind: memory.kind, text: memory.text, trust: memory.trust, score: score.get(memory.id) ?? 0, cited: false,
    })),
    considered: (trace?.candidates ?? []).slice(0, MOST_CONSIDERED).map((row) => row.verdict === 'kept' && !inPrompt.has(row.id)
      ? { ...row, verdict: 'over_budget' as const, reason: held.has(row.id) ? 'Held back from this model.' : 'No room in the window of this model.' }
      : row),
    skipped: trace?.gate.decision === 'skip' ? trace.gate.reason : null,
    heldBack: heldBack.length,
  };
}

async function stream(
  conversations: Conversations, model: ChatModel, { prompt, counter }: Prepared, assistant: Message, tell: (event: ChatEvent) => void, signal: AbortSignal,
): Promise<void> {
  let batch = '';
  let batchedAt = performance.now();
  let keptAt = performance.now();
  const flush = () => {
    if (batch !== '') tell({ type: 'delta', text: batch });
    batch = '';
    batchedAt = performance.now();
  };
  const usage = { inputTokens: prompt.tokens, outputTokens: 0, estimated: true, ms: 0 };
  try {
    if (model.provider === null) batch = assistant.text;
    else for await (const part of model.provider.stream({
      model: model.name, system: prompt.system, messages: prompt.messages, maxOutput: roomForReply(model, prompt, counter), signal,
    })) {
      if (part.type === 'usage') Object.assign(usage, { inputTokens: part.inputTokens, outputTokens: part.outputTokens, estimated: false });
      else {
        assistant.text += part.text;
        batch += part.text;
      }
      const now = performance.now();
      if (now - batchedAt >= DELTA_MS) flush();
      if (now - keptAt >= KEEP_MS) {
        keptAt = now;
        await conversations.saveMessages({ ...assistant });
      }
    }
  } finally {
    flush();
    if (usage.estimated) usage.outputTokens = counter.count(assistant.text);
    assistant.usage = usage;
  }
  if (assistant.text === '' && !signal.aborted) throw new EngramError('PROVIDER_FAILED', { detail: 'the answer was empty' });
}

/** The whole reply fits, even where tokens are not counted exactly: a prompt and a limit that exceed the window together are refused. */
const roomForReply = ({ capabilities }: ChatModel, prompt: Fitted, counter: TokenCounter): number =>
  Math.max(prompt.reply, Math.min(capabilities.maxOutput, Math.floor(prompt.window * (1 - counter.error)) - prompt.tokens));

function markCited(assistant: Message): void {
  for (const used of assistant.sources?.used ?? []) used.cited = assistant.text.includes(`[${used.mark}]`);
}

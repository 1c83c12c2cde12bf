import { EngramError, errorBody, limits, type ChatEvent, type Message, type RecallResult, type Session, type Sources } from '../../contract/index.ts';
import type { Caller } from '../../security/access/index.ts';
import { estimateTokens, fitPrompt, type Fitted, type ShownMemory } from '../context/index.ts';
import { recall, rememberFromTurn, type Focus, type Mind, type Talk } from '../flow/index.ts';
import type { ChatModel } from './models.ts';
import type { Conversations } from './conversations.ts';
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

const DELTA_MS = 16;
/** A partial answer is saved this often, so that a crash keeps it. */
const KEEP_MS = 2000;
const MOST_REPLY_SHARE = 0.25;
/** Candidates kept with an answer: what it used, and enough of the rest to see why not. */
const MOST_CONSIDERED = 60;
const NO_SOURCES: Sources = { used: [], considered: [], skipped: null, heldBack: 0 };

export async function runTurn(
  mind: Mind, conversations: Conversations, caller: Caller, request: TurnRequest, tell: (event: ChatEvent) => void, signal: AbortSignal,
): Promise<void> {
  const { session, user, model } = request;
  const assistant: Message = { ...request.assistant };
  const started = performance.now();
  tell({ type: 'started', user, assistant: assistant.id });
  try {
    const talk = inMind(request);
    const focusing = talk ? focus(mind, talk, request) : null;
    const recalled = request.readMemory ? await recall(mind, caller, {
      query: user.text.slice(0, 4000), scope: session.scope, limit: mind.settings()['recall.limit'], explain: true,
      context: turnsBefore(request.history),
    }) : null;
    await focusing;
    const { shown, heldBack } = allowed(mind, recalled, model.local);
    const prompt = fit(mind, request, shown);
    assistant.sources = sourcesOf(recalled, prompt, heldBack, request.readMemory);
    tell({ type: 'recalling', considered: assistant.sources.considered.length, kept: assistant.sources.used.length });
    tell({ type: 'sources', sources: assistant.sources });
    const remembering = request.remember && !session.offRecord
      ? rememberFromTurn(mind, caller, { session: session.id, message: user.id, text: user.text, scope: session.scope, save: session.saveMemory })
      : Promise.resolve([]);
    // The answer must not wait for the memory; a failure there is told with the turn.
    remembering.catch(() => {});
    if (request.readMemory) void remembering.catch(() => []).then(() => mind.ahead.prepare(caller, session.scope, [...turnsBefore(request.history), user.text]));
    if (model.provider === null) assistant.text = answerFromMemory(user.text, prompt.memories, (await remembering).length);
    await stream(conversations, model, prompt, assistant, tell, signal);
    assistant.remembered = await remembering;
    if (assistant.remembered.length) {
      user.remembered = assistant.remembered;
      tell({ type: 'remembered', items: assistant.remembered });
    }
    assistant.status = signal.aborted ? 'stopped' : 'done';
    markCited(assistant);
    if (request.readMemory) mind.ahead.prepare(caller, session.scope, [...turnsBefore(request.history), user.text, assistant.text]);
    if (talk) await keepInMind(mind, talk, prompt, assistant);
  } catch (error) {
    const body = errorBody(error);
    assistant.status = body.code === 'CANCELLED' || signal.aborted ? 'stopped' : 'failed';
    assistant.error = assistant.status === 'failed' ? body : null;
  }
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
const focus = (mind: Mind, talk: Talk, { history, user }: TurnRequest): Promise<Focus | null> =>
  mind.working.begin(talk, turnsBefore(history), user.text.slice(0, limits.queryChars)).catch(() => (mind.log('warn', 'working_memory_failed', { id: talk.session }), null));

async function keepInMind(mind: Mind, talk: Talk, prompt: Fitted, assistant: Message): Promise<void> {
  const cited = new Set(assistant.sources!.used.filter((used) => used.cited).map(({ id }) => id));
  const used = prompt.memories.map(({ memory }) => ({ memory, cited: cited.has(memory.id) }));
  await mind.working.end(talk, { used }).catch(() => mind.log('warn', 'working_memory_failed', { id: talk.session }));
}

/** The turns a question may point at, oldest first. */
const turnsBefore = (history: readonly Message[]): string[] =>
  history.filter((message) => message.text !== '' && message.status !== 'failed').slice(-limits.contextTurns).map((message) => message.text.slice(0, limits.queryChars));

/** A memory above cleartext goes to a model on this machine, or to a cloud one only when the person allowed that. Confidential ones go nowhere. */
function allowed(mind: Mind, recalled: RecallResult | null, local: boolean): { shown: ShownMemory[]; heldBack: number } {
  const items = recalled?.items ?? [];
  const may = items.filter(({ memory }) =>
    memory.tier === 'cleartext' || (memory.tier === 'sensitive' && (local || mind.settings()['privacy.sensitiveToCloud'])));
  return { shown: may.map(({ memory }, i) => ({ mark: i + 1, memory })), heldBack: items.length - may.length };
}

function fit(mind: Mind, request: TurnRequest, memories: readonly ShownMemory[]): Fitted {
  const { contextWindow, maxOutput } = request.model.capabilities;
  const boundary = `memory-${mind.newId<string>(mind.clock.now()).slice(-12).toLowerCase()}`;
  const history = request.history
    .filter((message) => message.text !== '' && message.status !== 'failed')
    .map((message) => ({ role: message.role, content: message.text }));
  return fitPrompt(
    { window: contextWindow, reply: Math.min(maxOutput, Math.floor(contextWindow * MOST_REPLY_SHARE)) },
    { instructions: request.instructions, memories, history, message: request.user.text, boundary },
    estimateTokens,
  );
}

/** Complete, because it is made of what the prompt builder kept and what recall explained. */
function sourcesOf(recalled: RecallResult | null, prompt: Fitted, heldBack: number, readMemory: boolean): Sources {
  if (!readMemory) return { ...NO_SOURCES, skipped: 'Reading memory is off for this answer.' };
  const trace = recalled?.trace ?? null;
  const inPrompt = new Set(prompt.memories.map((shown) => shown.memory.id));
  const score = new Map(recalled?.items.map((item) => [item.memory.id, item.score]));
  return {
    used: prompt.memories.map(({ mark, memory }) => ({
      id: memory.id, mark, kind: memory.kind, text: memory.text, trust: memory.trust, score: score.get(memory.id) ?? 0, cited: false,
    })),
    considered: (trace?.candidates ?? []).slice(0, MOST_CONSIDERED).map((row) => row.verdict === 'kept' && !inPrompt.has(row.id)
      ? { ...row, verdict: 'over_budget' as const, reason: heldBack > 0 ? 'Held back from this model, or no room in its window.' : 'No room in the window of this model.' }
      : row),
    skipped: trace?.gate.decision === 'skip' ? trace.gate.reason : null,
    heldBack,
  };
}

async function stream(
  conversations: Conversations, model: ChatModel, prompt: Fitted, assistant: Message, tell: (event: ChatEvent) => void, signal: AbortSignal,
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
      model: model.name, system: prompt.system, messages: prompt.messages, maxOutput: model.capabilities.maxOutput, signal,
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
    if (usage.estimated) usage.outputTokens = estimateTokens(assistant.text);
    assistant.usage = usage;
  }
  if (assistant.text === '' && !signal.aborted) throw new EngramError('PROVIDER_FAILED', { detail: 'the answer was empty' });
}

function markCited(assistant: Message): void {
  for (const used of assistant.sources?.used ?? []) used.cited = assistant.text.includes(`[${used.mark}]`);
}

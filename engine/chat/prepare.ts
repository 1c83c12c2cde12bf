import { limits, type ContextPreview, type InjectionMode, type Message, type RecallResult, type RecallTrace, type Scope, type Settings } from '../../contract/index.ts';
import type { Caller } from '../../security/access/index.ts';
import { fitPrompt, memoriesIn, mostMemories, shareFor, valueOf, type Fitted, type PastTurn, type Shares, type ShownMemory, type TokenCounter } from '../context/index.ts';
import { facetsOf, injectionMode, recall, type Mind, type ShownSlot } from '../flow/index.ts';
import type { Counting } from './counting.ts';
import type { ChatModel } from './models.ts';

/** What a prompt is asked for. */
export interface Wanted {
  message: string;
  scope: Scope;
  history: readonly Message[];
  model: ChatModel;
  instructions: string;
  readMemory: boolean;
  /** What the agent has in mind. */
  working: Promise<readonly ShownSlot[]>;
}

/** A prompt that may be sent to its model, and how it came about. */
export interface Prepared {
  prompt: Fitted;
  counter: TokenCounter;
  recalled: RecallResult | null;
  /** How much memory the message calls for; null when memory is not read. */
  injection: ContextPreview['injection'];
  /** Memories that are in the prompt, with their marks. */
  memories: ShownMemory[];
  /** How many a tier keeps from this model. */
  heldBack: string[];
}

/** 40 random bits; whatever is stored loses the boundary before it is shown. */
const BOUNDARY_CHARS = 8;
const MOST_REPLY_SHARE = 0.25;
const MOST_QUERY_CHARS = 4000;

/**
 * The first half of a turn: recall, hold back what may not go to this model, fit into its window. It
 * stores nothing, and is the same for a turn and for looking at what one would send.
 */
export async function prepare(mind: Mind, counting: Counting, caller: Caller, wanted: Wanted): Promise<Prepared> {
  const settings = mind.settings();
  const message = wanted.message.slice(0, MOST_QUERY_CHARS);
  const context = turnsBefore(wanted.history);
  const most = (gate: RecallTrace['gate']) => mostMemories(settings['recall.limit'], wanted.model.capabilities.contextWindow, injectionMode(gate));
  const recalled = wanted.readMemory ? await recall(mind, caller, { query: message, scope: wanted.scope, explain: true, context }, most) : null;
  const gate = recalled?.trace?.gate ?? null;
  const injection = gate && { mode: injectionMode(gate), reason: gate.reason };
  const { shown, heldBack } = allowed(settings, recalled, wanted.model.local);
  const told = new Set(shown.flatMap(({ memory }) => [memory.text, memory.keyFact]));
  // What was recalled anyway needs no second place.
  const working = (await wanted.working).filter(({ text }) => !told.has(text));
  const { contextWindow: window, maxOutput, tokenizer } = wanted.model.capabilities;
  const counter = await counting.counter(tokenizer);
  const prompt = fitPrompt(
    { window, reply: Math.min(maxOutput, Math.floor(window * MOST_REPLY_SHARE)), counter },
    {
      instructions: wanted.instructions, working, memories: shown, facetsOf: facetsOf(message), history: turnsOf(wanted.history), message: wanted.message,
      boundary: mind.newId<string>(mind.clock.now()).slice(-BOUNDARY_CHARS).toLowerCase(),
    },
    { shares: sharesOf(settings, injection?.mode ?? 'standard'), reader: counting.reader, verbatim: settings['context.verbatim'] },
  );
  return { prompt, counter, recalled, injection, heldBack, memories: memoriesIn(prompt, shown) };
}

/** The turns a question may point at, oldest first. */
export const turnsBefore = (history: readonly Message[]): string[] => turnsOf(history).slice(-limits.contextTurns).map(({ content }) => content.slice(0, limits.queryChars));

/** Messages that say something, as the history takes them. */
export const turnsOf = (messages: readonly Message[]): PastTurn[] =>
  messages.filter((message) => message.text !== '' && message.status !== 'failed').map(({ id, role, text }) => ({ id, role, content: text }));

/** A memory above cleartext goes to a model on this machine, or to a cloud one only when the person allowed that. Confidential ones go nowhere. */
function allowed(settings: Settings, recalled: RecallResult | null, local: boolean): { shown: ShownMemory[]; heldBack: string[] } {
  const items = recalled?.items ?? [];
  const may = items.filter(({ memory }) => memory.tier === 'cleartext' || (memory.tier === 'sensitive' && (local || settings['privacy.sensitiveToCloud'])));
  return {
    shown: may.map(({ memory, score }, i) => ({ mark: i + 1, memory, value: valueOf(score, may[0]!.score, memory.trust) })),
    heldBack: items.filter((item) => !may.includes(item)).map(({ memory }) => memory.id),
  };
}

const sharesOf = (settings: Settings, mode: InjectionMode): Shares => ({
  working: settings['context.share.working'], soul: settings['context.share.soul'], recalled: shareFor(settings['context.share.recalled'], mode), history: settings['context.share.history'],
  schemas: settings['context.share.schemas'], skills: settings['context.share.skills'], today: settings['context.share.today'], roster: settings['context.share.roster'],
});

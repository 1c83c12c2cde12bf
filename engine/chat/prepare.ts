import { limits, type ContextPreview, type InjectionMode, type Message, type RecallResult, type RecallTrace, type Scope, type Settings } from '../../contract/index.ts';
import type { Caller } from '../../security/access/index.ts';
import { fitPrompt, memoriesIn, mostMemories, shareFor, toolText, valueOf, type Fitted, type PastTurn, type Shares, type ShownMemory, type TokenCounter } from '../context/index.ts';
import { facetsOf, injectionMode, maySend, recall, type Mind, type ShownSlot } from '../flow/index.ts';
import type { Counting } from './counting.ts';
import { MANNERS } from './kinds.ts';
import type { ChatModel } from './models.ts';

/** What a prompt is asked for. */
export interface Wanted {
  message: Pick<Message, 'id' | 'kind' | 'tool' | 'text'>;
  scope: Scope;
  history: readonly Message[];
  model: ChatModel;
  instructions: string;
  readMemory: boolean;
}

/** What memory has for a message. */
export interface Recollection {
  /** What was looked for. */
  question: string;
  recalled: RecallResult | null;
  /** How much memory the message calls for; null when memory is not read. */
  injection: ContextPreview['injection'];
  /** What the agent has in mind. */
  working: readonly ShownSlot[];
}

/** A prompt that may be sent to its model, and how it came about. */
export interface Prepared extends Recollection {
  prompt: Fitted;
  counter: TokenCounter;
  /** Memories that are in the prompt, with their marks. */
  memories: ShownMemory[];
  /** Those that a tier keeps from this model. */
  heldBack: string[];
}

/** 40 random bits; whatever is stored loses the boundary before it is shown. */
const BOUNDARY_CHARS = 8;
const boundaryOf = (id: string): string => id.slice(-BOUNDARY_CHARS).toLowerCase();
const MOST_REPLY_SHARE = 0.25;
const MOST_QUERY_CHARS = 4000;

/** What memory has for the message. It stores nothing, and is the same for a turn and for looking at what one would send. */
export async function recollect(mind: Mind, caller: Caller, wanted: Wanted, inMind: Promise<readonly ShownSlot[]>): Promise<Recollection> {
  const settings = mind.settings();
  const history = pastOf(wanted);
  // What a tool gave is no question; it comes back to whatever the person asked.
  const asked = MANNERS[wanted.message.kind].speaks ? null : history.findLast(isSpoken)?.text;
  const question = (asked ?? wanted.message.text).slice(0, MOST_QUERY_CHARS);
  const most = (gate: RecallTrace['gate']) => mostMemories(settings['recall.limit'], wanted.model.capabilities.contextWindow, injectionMode(gate));
  const [recalled, working] = await Promise.all([
    wanted.readMemory ? recall(mind, caller, { query: question, scope: wanted.scope, explain: true, context: turnsBefore(history) }, most) : null,
    inMind,
  ]);
  const gate = recalled?.trace?.gate ?? null;
  return { question, recalled, injection: gate && { mode: injectionMode(gate), reason: gate.reason }, working };
}

/** Holds back what may not go to this model and fits the rest into its window. Throws CONTEXT_TOO_SMALL. */
export async function buildPrompt(mind: Mind, counting: Counting, wanted: Wanted, recollection: Recollection): Promise<Prepared> {
  const settings = mind.settings();
  const { question, recalled, injection } = recollection;
  const { shown, heldBack } = allowed(settings, recalled, wanted.model.local);
  const told = new Set(shown.flatMap(({ memory }) => [memory.text, memory.keyFact]));
  // What was recalled anyway needs no second place.
  const working = recollection.working.filter(({ text }) => !told.has(text));
  const { contextWindow: window, maxOutput, tokenizer } = wanted.model.capabilities;
  const counter = await counting.counter(tokenizer);
  const prompt = fitPrompt(
    { window, reply: Math.min(maxOutput, Math.floor(window * MOST_REPLY_SHARE)), counter },
    {
      instructions: [wanted.instructions, MANNERS[wanted.message.kind].note].filter((text) => text !== '').join('\n\n'),
      working, memories: shown, facetsOf: facetsOf(question), history: turnsOf(pastOf(wanted)), message: sayingOf(wanted.message),
      boundary: boundaryOf(mind.newId<string>(mind.clock.now())),
    },
    { shares: sharesOf(settings, injection?.mode ?? 'standard'), reader: counting.reader, verbatim: settings['context.verbatim'] },
  );
  return { ...recollection, prompt, counter, heldBack, memories: memoriesIn(prompt, shown) };
}

const pastOf = ({ message, history }: Wanted): readonly Message[] => (MANNERS[message.kind].goesOn ? history : []);
const isSpoken = ({ role, kind }: Message): boolean => role === 'user' && MANNERS[kind].speaks;

/** The turns a question may point at, oldest first. What tools gave is data, and tells no question what it means. */
export const turnsBefore = (history: readonly Message[]): string[] =>
  turnsOf(history.filter(({ kind, role }) => role === 'assistant' || MANNERS[kind].speaks)).slice(-limits.contextTurns).map(({ content }) => content.slice(0, limits.queryChars));

/** Messages that say something, as the history takes them. */
export const turnsOf = (messages: readonly Message[]): PastTurn[] =>
  messages.filter((message) => message.text !== '' && message.status !== 'failed').map((message) => ({ id: message.id, role: message.role, content: sayingOf(message) }));

/** A message as a model is shown it. Its id, which nobody knew when a tool spoke, is where the mark around its words comes from, so that it is the same in every prompt. */
const sayingOf = ({ id, tool, text }: Wanted['message']): string => (tool === null ? text : toolText({ tool, text, boundary: boundaryOf(id) }));

/** What the tiers let go to this model, with its marks. */
function allowed(settings: Settings, recalled: RecallResult | null, local: boolean): { shown: ShownMemory[]; heldBack: string[] } {
  const items = recalled?.items ?? [];
  const may = items.filter(({ memory }) => maySend(memory.tier, local, settings));
  return {
    shown: may.map(({ memory, score }, i) => ({ mark: i + 1, memory, value: valueOf(score, may[0]!.score, memory.trust) })),
    heldBack: items.filter((item) => !may.includes(item)).map(({ memory }) => memory.id),
  };
}

const sharesOf = (settings: Settings, mode: InjectionMode): Shares => ({
  working: settings['context.share.working'], soul: settings['context.share.soul'], recalled: shareFor(settings['context.share.recalled'], mode), history: settings['context.share.history'],
  schemas: settings['context.share.schemas'], skills: settings['context.share.skills'], today: settings['context.share.today'], roster: settings['context.share.roster'],
});

import { sentencesOf } from '../sensory/index.ts';
import type { ShownMemory } from '../context/index.ts';

/** The answer of the built-in responder: sentences taken from memories, each with its mark. */

const MOST_POINTS = 4;
const NO_MODEL = 'No model is connected, so I only quote what I remember.';

const words = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);
const stem = (word: string) => word.replace(/(?:ing|ed|es|s)$/u, '');
const stems = (text: string) => new Set([...words(text)].map(stem));

/** The sentence of a memory that shares most with the question; the whole text when it is short. */
function bestSentence(text: string, question: ReadonlySet<string>): string {
  const sentences = sentencesOf(text);
  if (sentences.length <= 1) return text.trim();
  const shared = (sentence: string) => [...stems(sentence)].filter((word) => question.has(word)).length;
  return sentences.reduce((a, b) => (shared(b) > shared(a) ? b : a));
}

/**
 * Answers by extraction, without a model, and says so.
 * @param memories in order of relevance, already allowed for this destination
 * @param saved how many things of this message were remembered
 */
export function answerFromMemory(message: string, memories: readonly ShownMemory[], saved: number): string {
  const asks = /\?\s*$|^\s*(?:what|who|where|when|which|why|how|do|does|did|is|are|was|were|can|could|tell|show|list)\b/iu.test(message);
  const note = saved > 0 ? `I will remember ${saved === 1 ? 'that' : `those ${saved} things`}.` : '';
  if (!asks && saved > 0) return `${note}\n\n${NO_MODEL}`;
  if (memories.length === 0) return [note, 'I remember nothing about this.', `\n\n${NO_MODEL}`].filter(Boolean).join(' ').replace(' \n\n', '\n\n');
  const question = stems(message);
  const seen = new Set<string>();
  const shares = (text: string) => [...stems(text)].some((word) => question.has(word));
  // What shares no word with the question is quoted only when nothing else is there.
  const fitting = memories.filter(({ memory }) => shares(`${memory.text} ${memory.fact?.predicate ?? ''}`));
  const points = (fitting.length > 0 ? fitting : memories.slice(0, 2)).flatMap(({ mark, memory }) => {
    const sentence = bestSentence(memory.text, question);
    const key = sentence.toLowerCase();
    if (seen.has(key)) return [];
    seen.add(key);
    const who = memory.speaker ? `${memory.speaker}: ` : '';
    return [`- ${who}${sentence} [${mark}]`];
  }).slice(0, MOST_POINTS);
  return [note, 'This is what I remember:', '', ...points, '', NO_MODEL].filter((line, i) => i > 0 || line !== '').join('\n');
}

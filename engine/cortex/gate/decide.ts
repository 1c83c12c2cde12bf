import type { Intent } from './intent/intents.ts';
import { CONSENT, NOT_PERSONAL, PERSONAL, PLEASANTRIES, SMALL_TALK, STEERING, THANKS, VAGUE } from './small-talk.ts';
import { plainOf, tokensOf, type Token } from './tokens.ts';

/**
 * Whether a message needs memory: not at all, as usual, with more candidates and hops, or a question
 * back because it names nothing that could be looked for. In doubt it needs it: a needless search costs
 * milliseconds, a wrong skip costs the answer.
 */
export interface Gate {
  decision: 'skip' | 'retrieve' | 'deep' | 'ask';
  /** A sentence for the trace. */
  reason: string;
}

/** Longer messages say something even when every word of them is small talk. */
const MOST_SMALL_CHARS = 120;
/** A consent is short. */
const MOST_CONSENT_WORDS = 6;
/** A vague message is short. */
const MOST_VAGUE_WORDS = 8;
const SUM = /^[\s(]*(?:(?:what(?:'s| is)|how much is|calculate|was ist|cu[aá]nto es|combien font|quanto fa|hoeveel is)\s+)?[\d\s.,()+\-*/×÷^%=]*[\d)]\s*(?:[+\-*/×÷^%x]|times|plus|minus)\s*[\d\s.,()+\-*/×÷^%=]*\d[\s.,)=]*\??\s*$/iu;
/** These ask for many memories. */
const SWEEPING = / (?:everything|all (?:the|of|my|our|about|you|open|decisions|that)|all you have|overview|summar[a-z]*|recap|wrap up|all info[a-z]*|big picture|timeline|list (?:all|every)|every [a-z]+ i|profile of|so far|uberblick|zusammenfass[a-z]*|alles uber|todo sobre|resumen|resume[a-z]*|tout sur|riassunto|tutto su|resumo|tudo sobre|samenvatting|alles over) /;

const skip = (reason: string): Gate => ({ decision: 'skip', reason });
const retrieve = (reason: string): Gate => ({ decision: 'retrieve', reason });

/**
 * Decides. Pure; the tokens are those of `text`.
 * @param context the turns before the message, oldest first
 * @param evolves whether it asks how something changed
 */
export function decide(text: string, tokens: readonly Token[], intent: Intent, context: readonly string[] = [], evolves = false): Gate {
  if (!/[\p{L}\p{N}]/u.test(text)) return skip('There is no word to look up.');
  if (text.length < 200 && SUM.test(text)) return skip('A sum needs no memory.');
  const plain = plainOf(tokens);
  const personal = plain.replace(NOT_PERSONAL, ' ').split(' ').some((word) => PERSONAL.has(word));
  const last = context.at(-1)?.trimEnd() ?? '';
  const answers = last.endsWith('?');
  if (answers && tokens.length > 0 && tokens.length <= MOST_CONSENT_WORDS && tokens.every(({ word }) => CONSENT.has(word))) return retrieve('It consents to what was offered.');
  if (STEERING.test(plain)) return skip('It steers the answer at hand.');
  if (tokens.length > 0 && isSmallTalk(text)) return skip('A greeting or acknowledgement needs no memory.');
  if (context.length === 0 && !personal && tokens.length > 0 && tokens.length <= MOST_VAGUE_WORDS && tokens.every(({ word }) => VAGUE.has(word)))
    return { decision: 'ask', reason: 'It points at something that was not named.' };
  if (intent === 'comparative') return { decision: 'deep', reason: 'It compares, so both sides are needed.' };
  if (intent === 'causal') return { decision: 'deep', reason: 'A cause may lie a few steps from what is asked about.' };
  if (evolves) return { decision: 'deep', reason: 'A change is seen in many memories only.' };
  if (SWEEPING.test(plain)) return { decision: 'deep', reason: 'It asks for all there is.' };
  return retrieve('Memories may help.');
}

/** Whether every clause is a pleasantry. What asks is one only as a phrase that asks nothing ("how are you?"). */
function isSmallTalk(text: string): boolean {
  if (text.length > MOST_SMALL_CHARS) return false;
  const clauses = text.match(/[^.,!?;:\n…]+[.,!?;:\n…]*/g) ?? [];
  return clauses.every((clause) => {
    const tokens = tokensOf(clause);
    if (tokens.length === 0) return true;
    const plain = plainOf(tokens);
    if (PLEASANTRIES.test(plain)) return true;
    return !clause.includes('?') && (THANKS.test(plain) || tokens.every(({ word }) => SMALL_TALK.has(word) && !PERSONAL.has(word)));
  });
}

import { read, type Word } from './sentences.ts';

/** A part of a sentence that can stand alone, without what adds nothing. */
export interface Clause {
  text: string;
  /** Number of its sentence. */
  sentence: number;
  /** Words of content with what each is worth, in lower case. */
  words: ReadonlyMap<string, number>;
  /** Begins with a word that is written small within a sentence. */
  small: boolean;
  /** Says who is meant by the clauses after it, which make no sense alone ("which", "and then"). */
  leans: boolean;
}

/** What a word is worth by its part of speech: names and numbers answer most questions, judgements few. */
const WORTH: Record<string, number> = { PROPN: 1.5, NUM: 1.5, NOUN: 1.2, VERB: 0.8, ADJ: 0.6, ADV: 0.2 };
const JUDGEMENT_WORTH = 0.15;
/** What is denied or forbidden must not get lost. */
const NEGATION_WORTH = 0.8;
const NEGATIONS = new Set(["n't", 'cannot', 'never', 'no', 'nobody', 'none', 'not', 'nothing', 'without']);
/** Whether a word, in lower case, denies or forbids. */
export const denies = (word: string): boolean => NEGATIONS.has(word);
const JUDGEMENTS = new Set(`amazing awesome awful bad beautiful best better brilliant cool excellent excited exciting fab fantastic fine fun funny glad good
great happy hope incredible inspiring interesting like lol love lovely lucky nice perfect proud rewarding sound sounds super sure sweet terrific thank thanks
think tough wonderful wow yay crazy week busy get got mean means know guess see seen way thing things bit lot day going`.split(/\s+/));
/** Words of emphasis and address that can go without changing what is said; a negation or a hedge never does. */
const FILLERS = new Set('absolutely actually basically definitely honestly just literally oh ok okay pretty quite really simply so super totally truly very well wow yay yeah yep yes'.split(' '));
/** What begins a clause that can stand alone once it is taken off. */
const JOINTS = new Set('and but so because since while when although though which who where plus then'.split(' '));
const LEANING = new Set('because since while when although though which who where'.split(' '));
const LEAST_WORDS = 3;
/** Clauses that begin so are politeness. */
const PHATIC = new Set('congrats congratulations glad hope sorry thank thanks'.split(' '));
const PHATIC_SHARE = 0.3;
/** What stands in brackets counts for less. */
const ASIDE_SHARE = 0.4;

/** The clauses of a text in order. Judgements, greetings and emphasis count for little or are left out; a text without words has none. */
export function clausesOf(text: string): Clause[] {
  return read(text).flatMap((sentence, number) => split(sentence).flatMap((words): Clause[] => {
    const said = lighten(words);
    if (said.length === 0) return [];
    return [{ text: joined(said), sentence: number, words: worthOf(said), small: said[0]!.pos !== 'PROPN' && !/^I\b/u.test(said[0]!.text), leans: LEANING.has(said[0]!.text.toLowerCase()) }];
  }));
}

/** What a clause that stands alone begins with. */
const SUBJECTS = new Set(['PRON', 'PROPN', 'NOUN', 'DET']);

/** Parts between commas, dashes and joints, where both sides are long enough to say something; brackets stay whole. */
function split(words: readonly Word[]): Word[][] {
  const parts: Word[][] = [[]];
  let depth = 0;
  for (const [i, word] of words.entries()) {
    const current = parts.at(-1)!;
    const rest = words.slice(i + 1);
    if (word.text === '[' && depth === 0 && current.length > 0) parts.push([word]);
    else if (depth > 0) current.push(word);
    else if (word.pos === 'PUNCT' && /^[,;:–—-]$/u.test(word.text)) {
      if (lengthOf(current) >= LEAST_WORDS && lengthOf(rest) >= LEAST_WORDS && standsAlone(rest)) parts.push([]);
      else current.push(word);
    } else if (JOINTS.has(word.text.toLowerCase()) && lengthOf(current) > LEAST_WORDS && lengthOf(rest) >= LEAST_WORDS && standsAlone(rest)) parts.push([word]);
    else current.push(word);
    depth = Math.max(0, depth + (/^[[(]$/u.test(word.text) ? 1 : /^[\])]$/u.test(word.text) ? -1 : 0));
  }
  return parts;
}

/** Begins with a subject, perhaps after a joint, and has a verb. */
function standsAlone(words: readonly Word[]): boolean {
  const first = words.find((word) => isWord(word) && !JOINTS.has(word.text.toLowerCase()));
  return first !== undefined && SUBJECTS.has(first.pos) && words.some(({ pos }) => pos === 'VERB' || pos === 'AUX');
}

const isWord = ({ text }: Pick<Word, 'text'>) => /[\p{L}\p{N}]/u.test(text);
const lengthOf = (words: readonly Word[]) => words.filter(isWord).length;

/** Without emphasis and greeting, and without a conjunction or a mark at its ends. */
function lighten(words: readonly Word[]): Word[] {
  const opening = words.findIndex((word) => isWord(word) && word.pos !== 'INTJ');
  const kept = words.filter(({ text, pos }, i) => !(pos === 'INTJ' && (i < opening || opening < 0)) && !(FILLERS.has(text.toLowerCase()) && pos !== 'VERB' && pos !== 'NOUN'));
  let start = 0;
  while (start < kept.length && (/^[^\p{L}\p{N}[(“"'$€£#@]+$/u.test(kept[start]!.text) || ['and', 'but', 'plus', 'then'].includes(kept[start]!.text.toLowerCase()))) start++;
  // "Hey Ann, …" and "Hey Ann!" call somebody; what follows is what is said.
  const called = words.some(({ pos }) => pos === 'INTJ') && kept[start]?.pos === 'PROPN' && !isWord(kept[start + 1] ?? { text: '' });
  if (called) start += 2;
  let end = kept.length;
  while (end > start && /^[,;:–—.-]+$/u.test(kept[end - 1]!.text)) end--;
  return lengthOf(kept.slice(start, end)) === 0 ? [] : kept.slice(start, end);
}

function joined(words: readonly Word[]): string {
  const text = words.map((word, i) => (i === 0 ? '' : word.space) + word.text).join('');
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

function worthOf(words: readonly Word[]): Map<string, number> {
  const share = words[0]!.text === '[' || words[0]!.text === '(' ? ASIDE_SHARE : PHATIC.has(words[0]!.text.toLowerCase()) ? PHATIC_SHARE : 1;
  return new Map(words.filter((word) => isWord(word) && (NEGATIONS.has(word.text.toLowerCase()) || (!word.stop && !/['’]/u.test(word.text)))).map(({ text, pos }) => {
    const word = text.toLowerCase();
    return [word, NEGATIONS.has(word) ? NEGATION_WORTH : JUDGEMENTS.has(word) ? JUDGEMENT_WORTH : share * (WORTH[pos] ?? 0)];
  }));
}

import { numberWords } from './numerals.ts';
import { fold, isUnspaced, type Token } from './tokens.ts';
import { vocabulary } from './vocabulary.ts';

const NUMBER = 'number';
/** What words can mean, by number. */
export const meanings = [...Object.keys(vocabulary), NUMBER];

/** Shortest part of a word that is looked up without its ending or its beginning, in letters, and longest ending. */
const LEAST_STEM = 4;
const LONGEST_ENDING = 5;
/** Most tokens of an entry. */
const LONGEST_ENTRY = 3;

interface Dictionary {
  /** Meanings of folded words and phrases. */
  entries: Map<string, number[]>;
  /** Longest entry of a script without blanks, in UTF-16 units. */
  longestUnspaced: number;
}
/** Made when the first text is read. */
let dictionary: Dictionary | null = null;
function dictionaryOf(): Dictionary {
  if (dictionary !== null) return dictionary;
  dictionary = { entries: new Map(), longestUnspaced: 1 };
  const lists: [number, Iterable<string>][] = Object.values(vocabulary).map((lines, meaning) => [meaning, lines.flatMap((line) => line.split(', '))]);
  lists.push([meanings.indexOf(NUMBER), numberWords()]);
  for (const [meaning, words] of lists)
    for (const word of words) {
      const entry = fold(word);
      const known = dictionary.entries.get(entry);
      if (known === undefined) dictionary.entries.set(entry, [meaning]);
      else if (!known.includes(meaning)) known.push(meaning);
      if (isUnspaced(entry)) dictionary.longestUnspaced = Math.max(dictionary.longestUnspaced, entry.length);
    }
  return dictionary;
}

/** Meanings of one word, also with an ending ("heslem"), and of both parts of a compound ("Garagencode"). */
function meaningsOfWord(word: string, entries: Map<string, number[]>): number[] {
  const whole = entries.get(word);
  if (whole !== undefined) return [...whole];
  if (word.length <= LEAST_STEM || !/^\p{L}/u.test(word)) return [];
  const found = new Set<number>();
  for (let end = word.length - 1; end >= Math.max(LEAST_STEM, word.length - LONGEST_ENDING) && found.size === 0; end--)
    for (const meaning of entries.get(word.slice(0, end)) ?? []) found.add(meaning);
  for (let from = 1; from <= word.length - LEAST_STEM; from++) {
    const last = entries.get(word.slice(from));
    if (last === undefined) continue;
    for (const meaning of last) found.add(meaning);
    break;
  }
  return [...found];
}

/** What each token means, alone or within a phrase. */
export function meaningsOf(tokens: readonly Token[]): number[][] {
  const { entries, longestUnspaced } = dictionaryOf();
  const found = tokens.map(({ folded }) => meaningsOfWord(folded, entries));
  const add = (phrase: string, from: number, to: number): void => {
    for (const meaning of entries.get(phrase) ?? []) for (let i = from; i < to; i++) if (!found[i]!.includes(meaning)) found[i]!.push(meaning);
  };
  for (let from = 0; from < tokens.length; from++) {
    let phrase = tokens[from]!.folded;
    if (isUnspaced(phrase)) {
      for (let to = from + 1; to < tokens.length && tokens[to]!.start === tokens[to - 1]!.end && phrase.length < longestUnspaced; to++) add((phrase += tokens[to]!.folded), from, to + 1);
    } else for (let to = from + 1; to < Math.min(tokens.length, from + LONGEST_ENTRY); to++) add((phrase += ` ${tokens[to]!.folded}`), from, to + 1);
  }
  return found;
}

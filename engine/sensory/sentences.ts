import model from 'wink-eng-lite-web-model';
import winkNLP, { type ItemSentence } from 'wink-nlp';

type Nlp = ReturnType<typeof winkNLP>;
let loaded: Nlp | null = null;
/** The language model takes about a third of a second to load, so it waits for the first text. */
const nlp = (): Nlp => (loaded ??= winkNLP(model));

/** Sentences of a text in order; line breaks end a sentence as well. */
export function sentencesOf(text: string): string[] {
  return text.split(/\n+/).flatMap((line) => {
    const trimmed = line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim();
    if (trimmed === '') return [];
    return (nlp().readDoc(trimmed).sentences().out() as string[]).map((sentence) => sentence.trim()).filter((s) => s !== '');
  });
}

/** Words that carry content: nouns, proper names, numbers, adjectives and full verbs, in order, each once. */
export function contentWords(text: string): string[] {
  const its = nlp().its;
  const tokens = nlp().readDoc(text).tokens();
  const tags = tokens.out(its.pos) as string[];
  const words = tokens.out(its.value) as string[];
  const stop = tokens.out(its.stopWordFlag) as unknown as boolean[];
  const kept = words.filter((word, i) => !stop[i] && ['NOUN', 'PROPN', 'NUM', 'ADJ', 'VERB'].includes(tags[i]!) && /[\p{L}\p{N}]/u.test(word));
  return [...new Set(kept)];
}

/** A word or mark of a sentence, as it stands there. */
export interface Word {
  text: string;
  /** What stands before it. */
  space: string;
  /** Universal part of speech. */
  pos: string;
  /** A word without content of its own. */
  stop: boolean;
}

/** The sentences of a text, word by word; line breaks end a sentence as well. */
export function read(text: string): Word[][] {
  const { its } = nlp();
  return text.split(/\n+/).flatMap((line) => {
    const words: Word[][] = [];
    nlp().readDoc(line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim()).sentences().each((sentence: ItemSentence) => {
      const tokens = sentence.tokens();
      const [values, spaces, tags, stops] = [tokens.out(its.value), tokens.out(its.precedingSpaces), tokens.out(its.pos), tokens.out(its.stopWordFlag)] as [string[], string[], string[], unknown[]];
      const read = values.map((value, i) => ({ text: value, space: spaces[i]!, pos: tags[i]!, stop: Boolean(stops[i]) }));
      // A full stop inside "lexer.ts" ends no sentence.
      if (read[0]?.space === '' && words.length > 0) words.at(-1)!.push(...read);
      else words.push(read);
    });
    return words;
  });
}

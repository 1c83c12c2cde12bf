import type { Folded } from './fold.ts';
import { lexicon, type Concept } from './lexicon.ts';
import { plant, walk, type Trie } from './trie.ts';

/** A meaning in a folded text. */
export interface Hit {
  at: number;
  end: number;
  sentence: number;
  quoted: boolean;
}
export type Hits = Record<Concept, Hit[]>;

/** Made when the first text is read: most commands read none. */
let planted: Trie<Concept> | null = null;
const root = (): Trie<Concept> => (planted ??= plant(lexicon));
const concepts = Object.keys(lexicon) as Concept[];

/** Every meaning of the lexicon in a text, in order. */
export function findConcepts({ text, sentence, quoted }: Folded): Hits {
  const hits = Object.fromEntries(concepts.map((concept) => [concept, [] as Hit[]])) as Hits;
  walk(root(), text, (concept, at, end) => hits[concept].push({ at, end, sentence: sentence[at]!, quoted: quoted[at] === 1 }));
  return hits;
}

import { fold, type Folded } from './fold.ts';
import { lexicon, type Concept } from './lexicon.ts';

/** A meaning in a folded text. */
export interface Hit {
  at: number;
  end: number;
  sentence: number;
  quoted: boolean;
}
export type Hits = Record<Concept, Hit[]>;

interface Node {
  next: Map<string, Node>;
  /** Meanings of what ends here; `open` ones may go on inside the word. */
  ends: { concept: Concept; open: boolean }[];
}

const root: Node = { next: new Map(), ends: [] };
for (const [concept, entries] of Object.entries(lexicon) as [Concept, string[]][])
  for (const entry of entries) {
    const open = entry.endsWith('*');
    let node = root;
    for (const char of fold(open ? entry.slice(0, -1) : entry).text.split('')) {
      let next = node.next.get(char);
      if (next === undefined) node.next.set(char, (next = { next: new Map(), ends: [] }));
      node = next;
    }
    if (!node.ends.some((end) => end.concept === concept && end.open === open)) node.ends.push({ concept, open });
  }

/** Scripts whose words are parted by blanks and do not grow at the front. */
const PARTED = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u;
const isParted = (char: string | undefined): boolean => char !== undefined && (char < '\u0080' ? char !== ' ' : PARTED.test(char));
const concepts = Object.keys(lexicon) as Concept[];
/** Longest tail an open entry may have, in UTF-16 units. */
const LONGEST_TAIL = 12;

/** Every meaning of the lexicon in a text, in order. Steps are bounded by the length of the text times that of the longest entry. */
export function findConcepts({ text, sentence, quoted }: Folded): Hits {
  const hits = Object.fromEntries(concepts.map((concept) => [concept, [] as Hit[]])) as Hits;
  for (let at = 0; at < text.length; at++) {
    if (at > 0 && isParted(text[at]) && isParted(text[at - 1])) continue;
    let node: Node | undefined = root;
    for (let end = at; node !== undefined; ) {
      if (node.ends.length > 0) {
        const inside = isParted(text[end - 1]) && isParted(text[end]);
        let tail = end;
        if (inside) while (tail < text.length && tail - end < LONGEST_TAIL && isParted(text[tail])) tail++;
        for (const { concept, open } of node.ends)
          if (!inside || open) hits[concept].push({ at, end: tail, sentence: sentence[at]!, quoted: quoted[at] === 1 });
      }
      node = node.next.get(text[end] ?? '');
      end++;
    }
  }
  return hits;
}

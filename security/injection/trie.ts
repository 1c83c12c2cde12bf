import { fold } from './fold.ts';

interface Node<Name> {
  next: Map<string, Node<Name>>;
  /** What ends here; `open` entries may go on inside the word. */
  ends: { name: Name; open: boolean }[];
}
/** Many entries under one name each, found in one pass. */
export type Trie<Name> = Node<Name>;

export function plant<Name extends string>(entries: Readonly<Record<Name, readonly string[]>>): Trie<Name> {
  const root: Trie<Name> = { next: new Map(), ends: [] };
  for (const [name, list] of Object.entries(entries) as [Name, readonly string[]][])
    for (const entry of list) {
      const open = entry.endsWith('*');
      let node = root;
      for (const unit of fold(open ? entry.slice(0, -1) : entry).text.split('')) {
        let next = node.next.get(unit);
        if (next === undefined) node.next.set(unit, (next = { next: new Map(), ends: [] }));
        node = next;
      }
      if (!node.ends.some((end) => end.name === name && end.open === open)) node.ends.push({ name, open });
    }
  return root;
}

/** Scripts whose words are parted by blanks and do not grow at the front. */
const PARTED = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u;
const isParted = (char: string | undefined): boolean => char !== undefined && (char < '\u0080' ? char !== ' ' : PARTED.test(char));
/** Longest tail an open entry may have, in UTF-16 units. */
const LONGEST_TAIL = 12;

/** Calls `visit` for every entry in a folded text, in order of where it begins. Steps are bounded by the length of the text times that of the longest entry. */
export function walk<Name>(root: Trie<Name>, text: string, visit: (name: Name, at: number, end: number) => void): void {
  let inWord = false;
  for (let at = 0; at < text.length; at++) {
    const before = inWord;
    inWord = isParted(text[at]);
    if (before && inWord) continue;
    let node: Trie<Name> | undefined = root;
    for (let end = at; node !== undefined; ) {
      if (node.ends.length > 0) {
        const inside = isParted(text[end - 1]) && isParted(text[end]);
        let tail = end;
        if (inside) while (tail < text.length && tail - end < LONGEST_TAIL && isParted(text[tail])) tail++;
        for (const { name, open } of node.ends) if (!inside || open) visit(name, at, tail);
      }
      node = node.next.get(text[end] ?? '');
      end++;
    }
  }
}

/** What the lines of a writing child promise. */
export interface Promised {
  /** Stored and not erased: must be there. */
  there: Set<string>;
  /** Erased: must be gone. A row whose erasure was only begun may be either. */
  gone: Set<string>;
  /** Codes of the writes that failed, and of the opening when it did. */
  failed: string[];
  /** Changes that were asked for and answered, one way or the other. */
  answered: number;
}

/** Reads what a `writing-child` said, as far as it got. */
export function promised(lines: Iterable<string>): Promised {
  const said: Promised = { there: new Set(), gone: new Set(), failed: [], answered: 0 };
  for (const line of lines) {
    const [word, rest] = line.split(' ') as [string, string?];
    if (word === 'ready' || word === 'closed') continue;
    if (word === 'erasing') {
      said.there.delete(rest!);
      continue;
    }
    said.answered++;
    if (word === 'erased') said.gone.add(rest!);
    else if (word === 'failed' || word === 'unopened') said.failed.push(rest!);
    else said.there.add(word);
  }
  return said;
}

/** What a vault, by the ids it holds, breaks of what was promised. */
export function breaches({ there, gone }: Promised, present: ReadonlySet<string>): string[] {
  const lost = [...there].filter((id) => !present.has(id));
  const back = [...gone].filter((id) => present.has(id));
  return [...(lost.length > 0 ? [`${lost.length} lost`] : []), ...(back.length > 0 ? [`${back.length} back from the dead`] : [])];
}

/** What is needed to tell duplicates among results. */
export interface Comparable {
  id: number;
  kind: 'episodic' | 'semantic' | 'procedural';
  text: string;
}

const key = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim();

/**
 * The results that say the same as another one, each with the number of the one that stays (§34.3).
 * Distilled knowledge stays before the raw event; among equals the better ranked one does.
 */
export function duplicatesAmong(ranked: readonly Comparable[]): Map<number, number> {
  const keys = ranked.map(({ text }) => key(text));
  const stays = new Map<string, Comparable>();
  ranked.forEach((item, i) => {
    const known = stays.get(keys[i]!);
    if (!known || (known.kind === 'episodic' && item.kind !== 'episodic')) stays.set(keys[i]!, item);
  });
  return new Map(ranked.flatMap(({ id }, i) => {
    const { id: other } = stays.get(keys[i]!)!;
    return other === id ? [] : [[id, other] as const];
  }));
}

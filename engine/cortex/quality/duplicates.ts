/** What is needed to tell duplicates among results. */
export interface Comparable {
  id: number;
  kind: 'episodic' | 'semantic' | 'procedural';
  text: string;
}

const key = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim();

/**
 * Numbers of the results that say the same as another one (§34.3). Distilled knowledge is kept
 * before the raw event; among equals the better ranked one stays.
 */
export function duplicatesAmong(ranked: readonly Comparable[]): Set<number> {
  const kept = new Map<string, Comparable>();
  const duplicates = new Set<number>();
  for (const item of ranked) {
    const text = key(item.text);
    const known = kept.get(text);
    if (!known) kept.set(text, item);
    else if (known.kind === 'episodic' && item.kind !== 'episodic') {
      duplicates.add(known.id);
      kept.set(text, item);
    } else duplicates.add(item.id);
  }
  return duplicates;
}

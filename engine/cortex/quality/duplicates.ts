/** What is needed to tell duplicates among results. */
export interface Comparable {
  id: number;
  kind: 'episodic' | 'semantic' | 'procedural';
  text: string;
}

const key = (lower: string) => lower.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();

/** Equal for texts of equal keys, and hardly ever for others: what the plain letters and digits amount to. */
function checksum(lower: string): number {
  let sum = 0;
  for (let i = 0; i < lower.length; i++) {
    const code = lower.charCodeAt(i);
    if ((code >= 97 && code <= 122) || (code >= 48 && code <= 57)) sum += code;
  }
  return sum;
}

/** Texts that hold the same words have the same; a text that is like no other is not taken apart for it. */
function keysOf(texts: readonly string[]): (string | number)[] {
  const lower = texts.map((text) => text.toLowerCase());
  const sums = lower.map(checksum);
  const met = new Map<number, number>();
  for (const sum of sums) met.set(sum, (met.get(sum) ?? 0) + 1);
  return sums.map((sum, i) => (met.get(sum) === 1 ? sum : key(lower[i]!)));
}

/**
 * The results that say the same as another one, each with the number of the one that stays (§34.3).
 * Distilled knowledge stays before the raw event; among equals the better ranked one does.
 */
export function duplicatesAmong(ranked: readonly Comparable[]): Map<number, number> {
  const keys = keysOf(ranked.map(({ text }) => text));
  const stays = new Map<string | number, Comparable>();
  ranked.forEach((item, i) => {
    const known = stays.get(keys[i]!);
    if (!known || (known.kind === 'episodic' && item.kind !== 'episodic')) stays.set(keys[i]!, item);
  });
  return new Map(ranked.flatMap(({ id }, i) => {
    const { id: other } = stays.get(keys[i]!)!;
    return other === id ? [] : [[id, other] as const];
  }));
}

/** Numbers from 0 to 1 that are the same in every run (Marsaglia 2003, xorshift). */
export function chances(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** The numbers below a count in an order by chance (Fisher and Yates). */
export function shuffled(order: number[], chance: () => number): void {
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(chance() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
}

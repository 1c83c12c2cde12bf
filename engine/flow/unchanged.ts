import type { Vault } from '../vault/index.ts';

/** Answers kept at once; whoever asks from more places reads again. */
const MOST_KEPT = 64;

const kept = new WeakMap<Vault, { changes: number; answers: Map<string, Promise<unknown>> }>();

/** What a read answered, until something is written that may change a memory. `key` must name all that the answer depends on. */
export async function unchanged<T>(vault: Vault, key: string, read: () => Promise<T>): Promise<T> {
  const { changes } = vault;
  let known = kept.get(vault);
  if (known?.changes !== changes || known.answers.size >= MOST_KEPT) kept.set(vault, (known = { changes, answers: new Map() }));
  const { answers } = known;
  const answer = (answers.get(key) as Promise<T> | undefined) ?? read();
  answers.set(key, answer);
  try {
    return await answer;
  } catch (error) {
    answers.delete(key);
    throw error;
  }
}

import type { Secret } from '../../../native/secure-memory/index.ts';

/**
 * A copy of a key that can be handed to a thread whole, to be wiped there. V8 would keep the bytes of
 * a small array inside its heap and copy them out when they are handed over: one copy that nobody wipes.
 */
export function keyCopy(key: Secret): Uint8Array {
  const copy = new Uint8Array(new ArrayBuffer(key.length));
  key.use((bytes) => copy.set(bytes));
  return copy;
}

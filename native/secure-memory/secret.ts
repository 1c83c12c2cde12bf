import sodium from 'sodium-native';

let held = 0;
/** Bytes of key material in locked buffers at the moment. */
export const heldBytes = (): number => held;

/**
 * Key material outside the JS heap: locked against swapping, guarded, wiped when dropped, and
 * unreadable between uses. JS strings and plain Buffers are copied by the collector and cannot be
 * wiped, so keys live only here.
 */
export class Secret {
  readonly #bytes: ReturnType<typeof sodium.sodium_malloc>;
  #wiped = false;

  private constructor(length: number) {
    this.#bytes = sodium.sodium_malloc(length);
    held += length;
  }

  /** Copies `source` in and wipes it. */
  static take(source: Uint8Array): Secret {
    const secret = new Secret(source.length);
    secret.#bytes.set(source);
    source.fill(0);
    sodium.sodium_mprotect_noaccess(secret.#bytes);
    return secret;
  }

  get length(): number {
    return this.#bytes.length;
  }

  /** Lends the bytes for the duration of `fn`; keep no reference. Throws after `wipe`. */
  use<T>(fn: (bytes: Buffer) => T): T {
    if (this.#wiped) throw new Error('secret used after it was wiped');
    sodium.sodium_mprotect_readonly(this.#bytes);
    try {
      return fn(this.#bytes);
    } finally {
      sodium.sodium_mprotect_noaccess(this.#bytes);
    }
  }

  /** Idempotent. */
  wipe(): void {
    if (this.#wiped) return;
    this.#wiped = true;
    held -= this.#bytes.length;
    sodium.sodium_mprotect_readwrite(this.#bytes);
    sodium.sodium_memzero(this.#bytes);
    sodium.sodium_mprotect_noaccess(this.#bytes);
  }
}

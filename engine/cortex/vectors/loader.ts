import { itemsOf, type CodePage, type Stored } from '../../vault/index.ts';
import type { VectorVault } from './backend.ts';

/** Codes read at once. Pages of a few hundred kilobytes and more are left to the allocator in pieces: 4,000 of them cost 100 MB by the end of a million. */
const PAGE = 1000;

export interface LoadedItem<Item> {
  id: number;
  scope: number;
  state: number;
  code: Item;
}

interface Sink<Item> {
  of: Stored;
  unpack: (bytes: Uint8Array) => Item;
  put: (items: readonly LoadedItem<Item>[]) => void | Promise<void>;
  remove: (id: number) => void | Promise<void>;
  stopped: () => boolean;
}

/**
 * Reads a space out of the vault page by page while writes go on. A page may be older than a write that
 * was applied before it, so memories that were written meanwhile are read once more at the end: the last
 * word is always the vault's.
 */
export class Loader {
  #touched: Set<number> | null = null;

  /** A write of this memory was applied. */
  touch(id: number): void {
    this.#touched?.add(id);
  }

  async load<Item>(vault: VectorVault, space: number, sink: Sink<Item>): Promise<void> {
    this.#touched = new Set();
    for (let after = 0; !sink.stopped(); ) {
      const page = await vault.read('codesAfter', { space, after, limit: PAGE, of: sink.of });
      await this.#put(page, sink);
      if (page.memories.length < PAGE) break;
      after = page.memories.at(-1)!;
    }
    while (this.#touched.size > 0 && !sink.stopped()) {
      const ids = [...this.#touched].slice(0, PAGE);
      for (const id of ids) this.#touched.delete(id);
      const page = await vault.read('codesOf', { space, ids, of: sink.of });
      const there = new Set(page.memories);
      // Touched again while it was read: the next round has the last word.
      for (const id of ids) if (!there.has(id) && !this.#touched.has(id)) await sink.remove(id);
      await this.#put(page, sink);
    }
    this.#touched = null;
  }

  async #put<Item>(page: CodePage, sink: Sink<Item>): Promise<void> {
    if (!sink.stopped() && page.memories.length > 0) await sink.put([...itemsOf(page, sink.unpack)]);
  }
}

/** An exact vector out of its stored bytes; a copy, because they need not lie where floats may. */
export const vectorBytes = (bytes: Uint8Array): Float32Array => new Float32Array(new Uint8Array(bytes).buffer);

/** Memory numbers that share a page: 16 KiB each, so that a vault with gaps in its numbers wastes little. */
const PAGE = 4096;
/** Entry 0 is an entry, so what is kept is one more. */
const NONE = 0;

/**
 * Which entry a memory has, by its number. Numbers are given out one after the other, so pages of plain
 * words take 4 bytes for each; a `Map` takes ten times that, 40 MB at a million.
 */
export class EntryNumbers {
  readonly #pages: (Int32Array | undefined)[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(id: number): number | undefined {
    const kept = this.#pages[Math.floor(id / PAGE)]?.[id % PAGE] ?? NONE;
    return kept === NONE ? undefined : kept - 1;
  }

  has(id: number): boolean {
    return this.get(id) !== undefined;
  }

  /** `id`: a whole number from 0. */
  set(id: number, entry: number): void {
    const page = (this.#pages[Math.floor(id / PAGE)] ??= new Int32Array(PAGE));
    if (page[id % PAGE] === NONE) this.#size++;
    page[id % PAGE] = entry + 1;
  }

  delete(id: number): void {
    const page = this.#pages[Math.floor(id / PAGE)];
    if (page === undefined || page[id % PAGE] === NONE) return;
    page[id % PAGE] = NONE;
    this.#size--;
  }

  /** Ascending. */
  *keys(): IterableIterator<number> {
    for (const [number, page] of this.#pages.entries())
      if (page) for (let i = 0; i < PAGE; i++) if (page[i] !== NONE) yield number * PAGE + i;
  }

  clear(): void {
    this.#pages.length = 0;
    this.#size = 0;
  }
}

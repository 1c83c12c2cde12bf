import type { ScanHit } from '../../../native/vector-scan/index.ts';
import type { Scoped } from '../../../security/access/index.ts';
import type { VectorBackend, VectorQuestion } from './backend.ts';

type Write = (backend: VectorBackend) => Promise<void>;

/**
 * The backend in use, and its hot swap (§34.4): the next one is filled beside it, writes go to both, then
 * one assignment makes it the active one. Searches under way end where they began; only then is the old
 * one let go. No search waits for a swap or fails because of it.
 */
export class VectorRegistry {
  #active: VectorBackend;
  #next: VectorBackend | null = null;
  readonly #searches = new Map<VectorBackend, number>();
  readonly #idle = new Map<VectorBackend, () => void>();
  /** Writes a backend did not take; it is behind the vault and has to be filled again. */
  readonly #failed = new Set<VectorBackend>();
  #swapping: Promise<void> = Promise.resolve();
  #wiped = false;

  constructor(first: VectorBackend) {
    this.#active = first;
  }

  get active(): VectorBackend {
    return this.#active;
  }

  /** What is being filled to take over; null most of the time. */
  get next(): VectorBackend | null {
    return this.#next;
  }

  /** A write was lost, as when a server was away; the backend is to be filled again. */
  get behind(): boolean {
    return this.#failed.has(this.#active);
  }

  write(change: Write): void {
    for (const backend of [this.#active, ...(this.#next ? [this.#next] : [])]) change(backend).catch(() => this.#failed.add(backend));
  }

  async search(query: Scoped<VectorQuestion>): Promise<ScanHit[]> {
    const backend = this.#active;
    this.#searches.set(backend, (this.#searches.get(backend) ?? 0) + 1);
    try {
      return await backend.search(query);
    } finally {
      const left = this.#searches.get(backend)! - 1;
      if (left > 0) this.#searches.set(backend, left);
      else {
        this.#searches.delete(backend);
        this.#idle.get(backend)?.();
      }
    }
  }

  /** Swaps stand in line. When the next one cannot be made or filled, the active one stays and the error is thrown. */
  swap(make: () => VectorBackend | Promise<VectorBackend>): Promise<void> {
    const turn = this.#swapping.then(() => this.#swap(make));
    this.#swapping = turn.catch(() => {});
    return turn;
  }

  /** Takes another one at once, when there is nothing in the present one yet; searches find what is filled so far. */
  async start(make: () => VectorBackend | Promise<VectorBackend>): Promise<void> {
    const next = await make();
    if (this.#wiped) return next.close();
    const old = this.#active;
    this.#active = next;
    await this.#released(old);
    await old.close();
    await next.load();
  }

  async #swap(make: () => VectorBackend | Promise<VectorBackend>): Promise<void> {
    if (this.#wiped) return;
    const next = await make();
    this.#next = next;
    try {
      await next.load();
      if (this.#failed.delete(next)) await next.load();
    } catch (error) {
      this.#next = null;
      await next.close();
      throw error;
    }
    if (this.#wiped) return next.close();
    const old = this.#active;
    this.#active = next;
    this.#next = null;
    await this.#released(old);
    this.#failed.delete(old);
    await old.close();
  }

  #released(backend: VectorBackend): Promise<void> {
    if (!this.#searches.has(backend)) return Promise.resolve();
    return new Promise<void>((done) => this.#idle.set(backend, done)).then(() => void this.#idle.delete(backend));
  }

  /** Resolves when no swap is under way. */
  settled(): Promise<void> {
    return this.#swapping;
  }

  /** For lock: at once, whatever is under way. */
  wipe(): void {
    this.#wiped = true;
    this.#active.wipe();
    this.#next?.wipe();
  }

  async close(): Promise<void> {
    this.wipe();
    await this.#swapping;
    await this.#active.close();
  }
}

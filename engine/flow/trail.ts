import { actorOf, type Caller } from '../../security/access/index.ts';
import type { Vault } from '../vault/index.ts';
import type { Clock } from '../kernel/index.ts';

interface Read {
  operation: string;
  memory: string | null;
  actor: string;
  count: number;
  digest: Uint8Array | null;
  now: number;
}

/** Reads are written down together: looking something up does not wait for a disk, and every write makes the readers decrypt their pages again. */
const TOGETHER_MS = 5000;
const MOST_TOGETHER = 500;

/** What was read, by whom and how much of it; what was asked only as a keyed hash. */
export class Trail {
  readonly #vault: Vault;
  readonly #clock: Clock;
  #waiting: Read[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(vault: Vault, clock: Clock) {
    this.#vault = vault;
    this.#clock = clock;
  }

  read(caller: Caller, operation: 'recall' | 'read' | 'list' | 'look_up', count: number, about: { memory?: string; subject?: string } = {}): void {
    if (this.#vault.readOnly !== null) return;
    this.#waiting.push({
      operation, count, memory: about.memory ?? null, actor: actorOf(caller),
      digest: about.subject === undefined ? null : this.#vault.subjectDigest(about.subject), now: this.#clock.now(),
    });
    if (this.#waiting.length >= MOST_TOGETHER) void this.flush();
    else this.#timer ??= setTimeout(() => void this.flush(), TOGETHER_MS).unref();
  }

  /** Never throws: a full disk must not turn a read into an error. */
  async flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const entries = this.#waiting;
    this.#waiting = [];
    if (entries.length > 0) await this.#vault.write('audit', entries).catch(() => {});
  }
}

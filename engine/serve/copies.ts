import type { Clock, Log } from '../kernel/index.ts';
import { DAY_MS } from '../../security/access/index.ts';
import { lastBackupAt, listBackups, removeSetAside, thinBackups, type Vault } from '../vault/index.ts';

/** How soon after the last erasure the copies that still hold it are made anew, in milliseconds. */
const SOON_MS = 60_000;
const HOUR_MS = 3_600_000;
/** A fresh start has better things to do than to copy a file. */
const FIRST_LOOK_MS = 120_000;

/** The backups of an open vault: one a day, and none that holds what was erased. */
export class Copies {
  readonly #vault: Vault;
  readonly #clock: Clock;
  readonly #log: Log;
  #timers: NodeJS.Timeout[] = [];
  #soon: NodeJS.Timeout | null = null;
  #work: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(vault: Vault, clock: Clock, log: Log) {
    this.#vault = vault;
    this.#clock = clock;
    this.#log = log;
  }

  start(): void {
    this.#timers = [setTimeout(() => this.#daily(), FIRST_LOOK_MS).unref(), setInterval(() => this.#daily(), HOUR_MS).unref()];
  }

  /** Something was erased that the copies still hold. */
  stale(): void {
    if (this.#closed || listBackups(this.#vault.dir).length === 0) return;
    if (this.#soon) clearTimeout(this.#soon);
    this.#soon = setTimeout(() => void this.replace().catch(() => this.#log('warn', 'backup_failed')), SOON_MS).unref();
  }

  /** Makes one fresh copy and removes all others; with `setAside` also the files that restores moved away. Returns how many were removed. */
  async replace(setAside = false): Promise<number> {
    if (this.#soon) clearTimeout(this.#soon);
    this.#soon = null;
    return this.#inTurn(async () => {
      const moved = setAside ? removeSetAside(this.#vault.dir) : 0;
      if (listBackups(this.#vault.dir).length === 0) return moved;
      return moved + (await this.#vault.backup(this.#clock.now(), 'purge', 1)).removed;
    });
  }

  #daily(): void {
    const last = lastBackupAt(this.#vault.dir);
    if (this.#closed || this.#vault.readOnly !== null || (last !== null && this.#clock.now() - last < DAY_MS)) return;
    void this.#inTurn(() => this.#vault.backup(this.#clock.now(), 'daily')).catch(() => this.#log('warn', 'backup_failed'));
  }

  /** What waits is done before the vault closes: an erased memory must not live on in a copy because somebody locked. */
  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    if (this.#soon) await this.replace().catch(() => thinBackups(this.#vault.dir, 0));
    this.#closed = true;
    await this.#work.catch(() => {});
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#work.then(work, work);
    this.#work = next.catch(() => {});
    return next;
  }
}

import { EngramError } from '../../contract/index.ts';
import type { Approval } from '../vault/index.ts';

/** Approvals that can be taken back at a time; the oldest give way. */
const KEPT = 50;

/** The approvals of one open vault, by a name that means nothing outside it. */
export class Approvals {
  readonly #kept = new Map<string, Approval>();

  keep(name: string, approval: Approval): void {
    this.#kept.set(name, approval);
    for (const oldest of this.#kept.keys()) if (this.#kept.size > KEPT) this.#kept.delete(oldest);
  }

  /** Throws NOT_FOUND. */
  get(name: string): Approval {
    const approval = this.#kept.get(name);
    if (!approval) throw new EngramError('NOT_FOUND', { detail: 'approval' });
    return approval;
  }

  drop(name: string): void {
    this.#kept.delete(name);
  }
}

import type { ErrorBody } from '../../contract/index.ts';

/** What the supervisor tells a process that serves. Sockets travel beside a message, never in it. */
export type Order =
  /** Begin. `supervisor` is the process that stays; `handover` is what the predecessor left, null for the first. */
  | { kind: 'start'; supervisor: number; handover: unknown }
  /** The listening socket, to a successor that is ready for it. */
  | { kind: 'listen' }
  /** A connection that came while nobody listened. */
  | { kind: 'connection' }
  /** The handover has arrived; the rest can be closed. */
  | { kind: 'taken' }
  /** Lock and end. */
  | { kind: 'end' };

/** What a process that serves tells its supervisor. */
export type Report =
  /** A successor could listen now. */
  | { kind: 'prepared' }
  /** It serves; the address holds a one-time token. */
  | { kind: 'ready'; address: string }
  | { kind: 'failed'; error: ErrorBody }
  /** The vault was locked: with the listening socket, and what the successor needs. Holds no passphrase and no key. */
  | { kind: 'handover'; handover: unknown };

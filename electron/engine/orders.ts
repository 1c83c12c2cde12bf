/** What the window's process tells the one that has the vault. A page's port travels beside its message. */
export type Order =
  /** Begin, for the vault in this folder. */
  | { kind: 'start'; dir: string }
  /** Answer the page that holds the other end. */
  | { kind: 'port' }
  | { kind: 'lock' }
  /** Lock and end. */
  | { kind: 'end' };

/** What that process tells back. */
export type Report =
  | { kind: 'ready' }
  /** The vault was locked, and this process ends: what was typed to open it goes with it. */
  | { kind: 'locked' };

import type { ClientLink } from '@orpc/client';

/** One open road to a host. `closed` settles when it is gone. */
export interface Channel {
  link: ClientLink<Record<never, never>>;
  closed: Promise<void>;
  /** False from the moment at which nothing can be sent any more, which may be before `closed`. */
  takes(): boolean;
}

/** How this page reaches its host. `open` throws `Refused` when the host does not accept us. */
export interface Transport {
  open(): Promise<Channel>;
}

/** The host is there but turns us away; trying again does not help. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

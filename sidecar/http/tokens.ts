import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** Most browser sessions at a time; the oldest gives way. */
const sessionsKept = 64;
/** Most unused one-time tokens at a time. */
const ticketsKept = 8;
/** How long an unused one-time token is good, in milliseconds. */
const ticketMs = 15 * 60_000;

const Hash = z.string().regex(/^[0-9a-f]{64}$/);

/** Tokens on their way to a successor: hashes, and the one bearer that stands in the sidecar file anyway. */
export const HandedTokens = z.strictObject({
  bearer: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  sessions: z.array(Hash).max(sessionsKept),
  /** Unused one-time tokens with the time they have left, in milliseconds. */
  tickets: z.array(z.strictObject({ hash: Hash, leftMs: z.number() })).max(ticketsKept),
});
export type HandedTokens = z.infer<typeof HandedTokens>;

/**
 * The secrets that open this server. Only hashes are kept, and every comparison takes the same
 * time whatever is asked.
 */
export interface Tokens {
  /** The bearer of the person's own programs, written to the sidecar file. */
  readonly bearer: string;
  /** A fresh token that can be exchanged for a bearer once. */
  ticket(): string;
  /** A new bearer for an unused one-time token, else null. */
  redeem(ticket: string): string | null;
  accepts(bearer: string | null): boolean;
  /** Everything that opens this server, for its successor. */
  handOver(): HandedTokens;
}

/** @param handed what a predecessor handed over; its tokens stay good */
export function createTokens(now: () => number = () => performance.now(), handed: HandedTokens | null = null): Tokens {
  const bearer = handed?.bearer ?? random();
  const bearers: Buffer[] = [hash(bearer), ...(handed?.sessions ?? []).map((session) => Buffer.from(session, 'hex'))];
  const tickets: { hash: Buffer; until: number }[] = (handed?.tickets ?? []).map((ticket) => ({ hash: Buffer.from(ticket.hash, 'hex'), until: now() + ticket.leftMs }));
  return {
    bearer,
    ticket() {
      const ticket = random();
      tickets.push({ hash: hash(ticket), until: now() + ticketMs });
      if (tickets.length > ticketsKept) tickets.shift();
      return ticket;
    },
    redeem(ticket) {
      const at = find(tickets.map((entry) => entry.hash), hash(ticket));
      if (at < 0) return null;
      const [used] = tickets.splice(at, 1);
      if (used!.until < now()) return null;
      const session = random();
      bearers.push(hash(session));
      // The first entry is the person's own programs and stays.
      if (bearers.length > sessionsKept + 1) bearers.splice(1, 1);
      return session;
    },
    accepts: (given) => given !== null && find(bearers, hash(given)) >= 0,
    handOver: () => ({
      bearer,
      sessions: bearers.slice(1).map((entry) => entry.toString('hex')),
      tickets: tickets.map((entry) => ({ hash: entry.hash.toString('hex'), leftMs: entry.until - now() })),
    }),
  };
}

const random = () => randomBytes(32).toString('base64url');
const hash = (token: string) => createHash('sha256').update(token).digest();

/** Compares with every entry, so that the time does not tell where it was found. */
function find(hashes: readonly Buffer[], wanted: Buffer): number {
  let found = -1;
  hashes.forEach((entry, index) => {
    if (timingSafeEqual(entry, wanted)) found = index;
  });
  return found;
}

import { createHmac, randomBytes } from 'node:crypto';
import { EngramError, Scope, type Identity, type IdentityId, type NewIdentity } from '../../contract/index.ts';
import { assertPerson, ROWS_PER_DAY, type BucketName, type Caller } from '../../security/access/index.ts';
import type { IdentityRow, Vault } from '../vault/index.ts';
import type { Host } from './host.ts';

/** Who besides the person may come in, how often, and how much they may see. */

const TOKEN_BYTES = 32;
type Client = Extract<Caller, { kind: 'client' }>;

const tokenHash = (vault: Vault, token: string): Buffer => vault.keys.key('token').use((key) => createHmac('sha256', key).update(token).digest());
const scopeOf = (row: IdentityRow): Scope => Scope.parse(JSON.parse(row.scope));

const toIdentity = (row: IdentityRow): Identity => ({
  id: row.id as IdentityId, name: row.name, kind: row.kind, scope: scopeOf(row), canWrite: row.can_write === 1, rowsPerDay: row.rows_per_day, rowsToday: row.rows_today,
  hasToken: row.token !== null, createdAt: row.created_at, lastSeenAt: row.last_seen_at, revokedAt: row.revoked_at,
});

export async function listIdentities(host: Host, caller: Caller): Promise<Identity[]> {
  assertPerson(caller);
  return (await host.open().vault.read('listIdentities', { now: host.clock.now() })).map(toIdentity);
}

async function identity(host: Host, id: IdentityId): Promise<Identity> {
  const row = await host.open().vault.read('identityById', { id, now: host.clock.now() });
  if (!row) throw new EngramError('NOT_FOUND');
  return toIdentity(row);
}

async function add(host: Host, given: NewIdentity, token: Uint8Array | null): Promise<IdentityId> {
  const { mind, vault } = host.open();
  const now = host.clock.now();
  const id = mind.newId<IdentityId>(now);
  const generation = await vault.write('addIdentity', {
    id, name: given.name, kind: given.kind ?? 'client', scope: given.scope ?? {}, canWrite: given.canWrite ?? false, rowsPerDay: given.rowsPerDay ?? ROWS_PER_DAY, token, now,
  });
  await vault.remember(generation);
  return id;
}

/** The token is made here, shown once, and kept as a keyed hash only. */
export async function grant(host: Host, caller: Caller, given: NewIdentity): Promise<{ identity: Identity; token: string }> {
  assertPerson(caller);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { identity: await identity(host, await add(host, given, tokenHash(host.open().vault, token))), token };
}

export async function changeIdentity(host: Host, caller: Caller, change: { id: IdentityId; scope?: Scope; canWrite?: boolean; rowsPerDay?: number; revoke?: boolean }): Promise<Identity> {
  assertPerson(caller);
  const { vault } = host.open();
  await vault.remember(await vault.write('changeIdentity', { ...change, now: host.clock.now() }));
  return identity(host, change.id);
}

const clientOf = (row: IdentityRow): Client => ({ kind: 'client', identity: row.id as IdentityId, name: row.name, scope: scopeOf(row), canWrite: row.can_write === 1, local: false });

/** The caller a token belongs to, or null. Throws VAULT_LOCKED while nobody can tell. */
export async function identify(host: Host, token: string): Promise<Caller | null> {
  const { vault } = host.open();
  const row = await vault.read('identityByToken', { token: tokenHash(vault, token), now: host.clock.now() });
  return row && row.revoked_at === null ? clientOf(row) : null;
}

/** The same program in two projects is two identities, each with a scope of its own. */
const claimedName = ({ name, scope }: Client): string => [name, ...Object.values(scope)].join(' · ');

/** A program of the person that names itself is known from its first call on; what the person changes there stands above what it says. */
async function rowOf(host: Host, caller: Client): Promise<IdentityRow> {
  const { vault } = host.open();
  const now = host.clock.now();
  const find = () => (caller.identity ? vault.read('identityById', { id: caller.identity, now }) : vault.read('identityByName', { name: claimedName(caller), now }));
  let row = await find();
  if (!row && !caller.identity) {
    await add(host, { name: claimedName(caller), scope: caller.scope, canWrite: caller.canWrite }, null).catch((error: unknown) => {
      // Two first calls at once: the other one has made the row.
      if (!(error instanceof EngramError) || error.code !== 'CONFLICT') throw error;
    });
    row = await find();
  }
  if (!row || row.revoked_at !== null) throw new EngramError('ACCESS_DENIED', { detail: 'revoked' });
  // A name that has a token is not to be had by saying it.
  if (!caller.identity && row.token !== null) throw new EngramError('ACCESS_DENIED', { detail: 'this name connects with its token' });
  return row;
}

/** Lets a caller through to one call: with the rights it has now, and for one piece of its budget. */
export async function admit(host: Host, caller: Caller, bucket: BucketName): Promise<Caller> {
  if (caller.kind === 'person') return caller;
  const row = await rowOf(host, caller);
  const known = clientOf(row);
  const admitted: Client = { ...known, name: caller.name, canWrite: known.canWrite && (caller.identity !== undefined || caller.canWrite) };
  if (bucket === 'write' && !admitted.canWrite) throw new EngramError('ACCESS_DENIED', { detail: 'read only' });
  await host.open().vault.write('spend', { identity: row.id, bucket, cost: 1, now: host.clock.now() });
  return admitted;
}

/** Counts what is about to be shown against the budget of the day. Throws RATE_LIMITED; then nothing is shown. */
export async function countRows(host: Host, caller: Caller, ids: readonly string[]): Promise<void> {
  if (caller.kind === 'person' || !caller.identity || ids.length === 0) return;
  await host.open().vault.write('countReads', { identity: caller.identity, memories: ids, now: host.clock.now() });
}

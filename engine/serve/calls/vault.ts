import { EngramError } from '../../../contract/index.ts';
import { assertPerson, type Caller } from '../../../security/access/index.ts';
import { listBackups } from '../../vault/index.ts';
import { verifyTrail } from '../audit.ts';
import { doctor } from '../doctor.ts';
import type { Host } from '../host.ts';
import { calls } from './base.ts';

const DEFAULT_ENTRIES = 100;

export const vaultCalls = (host: Host) => {
  const { vault } = calls;
  const personal = (caller: Caller): Host => {
    assertPerson(caller);
    return host;
  };
  return {
    status: vault.status.handler(() => host.status()),
    create: vault.create.handler(({ input, context }) => {
      assertPerson(context.caller);
      if (input.passphrase === undefined && !input.keychain)
        throw new EngramError('INVALID_INPUT', { issues: [{ path: 'passphrase', message: 'a vault needs a passphrase, the keychain, or both' }] });
      return host.create(input);
    }),
    unlock: vault.unlock.handler(({ input, context }) => personal(context.caller).unlock(input)),
    lock: vault.lock.handler(({ context }) => personal(context.caller).lock()),
    backup: vault.backup.handler(({ context }) => personal(context.caller).open().vault.backup(host.clock.now())),
    backups: vault.backups.handler(({ context }) => listBackups(personal(context.caller).dir)),
    restore: vault.restore.handler(({ input: { backup, into, ...proof }, context }) => personal(context.caller).restore(proof, backup, into)),
    changePassphrase: vault.changePassphrase.handler(({ input: { next, ...proof }, context }) => {
      assertPerson(context.caller);
      if (next.passphrase === undefined && !next.keychain)
        throw new EngramError('INVALID_INPUT', { issues: [{ path: 'next', message: 'a vault needs a passphrase, the keychain, or both' }] });
      return host.changeSecrets(proof, next);
    }),
    newKit: vault.newKit.handler(({ input, context }) => personal(context.caller).newKit(input)),
    rotateKey: vault.rotateKey.handler(({ input, context }) => personal(context.caller).rotate(input)),
    acceptFile: vault.acceptFile.handler(({ input, context }) => personal(context.caller).accept(input)),
    audit: vault.audit.handler(async ({ input, context }) => {
      const rows = await personal(context.caller).open().vault.read('auditBefore', { before: input.before ?? null, limit: input.limit ?? DEFAULT_ENTRIES });
      return rows.map(({ id, at, operation, memory, actor, count }) => ({ number: id, at, operation, memory, actor, count }));
    }),
    verifyAudit: vault.verifyAudit.handler(({ context }) => verifyTrail(personal(context.caller).open().mind)),
    doctor: vault.doctor.handler(({ context }) => doctor(personal(context.caller))),
  };
};

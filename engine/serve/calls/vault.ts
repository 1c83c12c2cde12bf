import { EngramError, type DoctorCheck } from '../../../contract/index.ts';
import { assertPerson } from '../../../security/access/index.ts';
import type { Host } from '../host.ts';
import { calls } from './base.ts';

const BACKUP_AGE_MS = 7 * 86_400_000;

async function doctor(host: Host): Promise<DoctorCheck[]> {
  const { mind } = host.open();
  const checks: DoctorCheck[] = [];
  const add = (name: string, state: DoctorCheck['state'], detail: string, action: string | null = null) => checks.push({ name, state, detail, action });
  const problems = await mind.vault.read('integrity');
  if (problems.join() === 'ok') add('integrity', 'ok', 'Every page was read and verified.');
  else add('integrity', 'failed', `${problems.length} problems found.`, 'Restore the last backup.');
  const { model, index } = mind.embedding();
  const counts = await mind.vault.read('embeddingCounts', { space: model.space.name });
  const missing = counts.total - counts.embedded;
  add('vectors', missing === 0 ? 'ok' : 'warning', `${counts.embedded} of ${counts.total} memories have a vector in ${model.space.name}.`,
    missing === 0 ? null : 'They are embedded in the background; until then words find them.');
  add('index', index.loaded ? 'ok' : 'warning', `${index.count} codes in ${Math.round(index.bytes / 1024)} KiB of shared memory.`);
  const reachable = await model.available();
  add('embedder', reachable ? 'ok' : 'warning', model.label, reachable ? null : 'Start the model, or choose the built-in one.');
  const status = await host.status();
  const age = status.lastBackupAt === null ? null : host.clock.now() - status.lastBackupAt;
  add('backup', age !== null && age < BACKUP_AGE_MS ? 'ok' : 'warning', age === null ? 'There is no backup yet.' : `The last one is ${Math.floor(age / 86_400_000)} days old.`,
    age !== null && age < BACKUP_AGE_MS ? null : 'Make a backup.');
  add('queue', 'ok', `${mind.vault.writesUnderWay} writes are waiting.`);
  return checks;
}

export const vaultCalls = (host: Host) => {
  const { vault } = calls;
  return {
    status: vault.status.handler(() => host.status()),
    create: vault.create.handler(({ input, context }) => {
      assertPerson(context.caller);
      if (input.passphrase === undefined && !input.keychain)
        throw new EngramError('INVALID_INPUT', { issues: [{ path: 'passphrase', message: 'a vault needs a passphrase, the keychain, or both' }] });
      return host.create(input);
    }),
    unlock: vault.unlock.handler(({ input, context }) => {
      assertPerson(context.caller);
      return host.unlock(input);
    }),
    lock: vault.lock.handler(({ context }) => {
      assertPerson(context.caller);
      return host.lock();
    }),
    backup: vault.backup.handler(({ context }) => {
      assertPerson(context.caller);
      return host.open().vault.backup(host.clock.now());
    }),
    doctor: vault.doctor.handler(({ context }) => {
      assertPerson(context.caller);
      return doctor(host);
    }),
  };
};

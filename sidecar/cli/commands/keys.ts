import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { EngramError } from '../../../contract/index.ts';
import { askKit, askNewPassphrase, askPassphrase, confirmed, givenKit, givenPassphrase } from '../ask.ts';
import { day } from '../document.ts';
import { usageError } from '../failure.ts';
import type { Run } from '../run.ts';
import { withSession, withVault, type Session } from '../session.ts';
import type { Shell } from '../shell.ts';

/** What opens the vault, and the copies of it. */
export function keyCommands(program: Command, run: Run): void {
  withProof(program.command('passphrase'))
    .description('change what opens the vault; the data stays as it is')
    .option('--new-passphrase-file <file>', 'read the new passphrase from this file')
    .option('--keychain', 'keep the key in the system keychain too')
    .option('--no-passphrase', 'no passphrase any more, the keychain alone (with --keychain)')
    .action(run(passphrase));
  withProof(program.command('kit'))
    .description('make a new recovery kit, printed once; the old one opens nothing any more')
    .option('--out <file>', 'write the kit to a new file instead of printing it')
    .action(run(kit));
  withProof(program.command('rotate-key'))
    .description('write the vault under a new key; older copies and backups open nothing any more')
    .action(run(rotate));
  withProof(program.command('accept'))
    .description('take the present file for the right one after it was reported as an old one')
    .action(run(accept));
  program.command('backups').description('list the backups on this machine').action(run(backups));
  withProof(program.command('restore-backup <backup>'))
    .description('bring a backup back; the present file is set aside and merged in')
    .option('--into <folder>', 'make a new vault of it in this folder instead')
    .action(run(restore));
}

interface ProofFlags {
  kit?: boolean;
  kitFile?: string;
}
const withProof = (command: Command): Command => command
  .option('--kit', 'prove it with the recovery kit instead of the passphrase')
  .option('--kit-file <file>', 'read the recovery kit from this file');

interface Proof {
  passphrase?: string;
  kit?: string;
}

/** The present secret: given, asked, or none where the keychain alone opens the vault. */
async function proofOf(shell: Shell, { client }: Session, flags: ProofFlags): Promise<Proof> {
  if (flags.kitFile !== undefined) return { kit: await givenKit(shell, flags.kitFile) };
  if (flags.kit) return { kit: await askKit(shell) };
  const { state, protection } = await client.vault.status();
  if (state === 'none') throw new EngramError('VAULT_MISSING');
  if (!protection.passphrase) return {};
  return { passphrase: (await givenPassphrase(shell)) ?? (await askPassphrase(shell, 'Present passphrase')) };
}

async function passphrase(shell: Shell, flags: ProofFlags & { newPassphraseFile?: string; keychain?: boolean; passphrase?: boolean }): Promise<void> {
  await withSession(shell, async (session) => {
    const proof = await proofOf(shell, session, flags);
    const without = flags.passphrase === false;
    if (without && !flags.keychain) throw usageError('--no-passphrase needs --keychain');
    const next = without ? null
      : flags.newPassphraseFile === undefined ? await askNewPassphrase(shell, 'New passphrase')
        : await givenPassphrase({ ...shell, flags: { ...shell.flags, passphraseFile: flags.newPassphraseFile, passphraseFd: undefined } });
    if (next === null && !without) throw usageError('--new-passphrase-file names no passphrase');
    const status = await session.client.vault.changePassphrase({ ...proof, next: { ...(next === null ? {} : { passphrase: next }), ...(flags.keychain ? { keychain: true } : {}) } });
    shell.result(status, () => `The vault opens with ${[status.protection.passphrase && 'the new passphrase', status.protection.keychain && 'the keychain'].filter(Boolean).join(' and ')}.`);
  });
}

async function kit(shell: Shell, flags: ProofFlags & { out?: string }): Promise<void> {
  await withSession(shell, async (session) => {
    const made = await session.client.vault.newKit(await proofOf(shell, session, flags));
    if (flags.out === undefined) return shell.result(made, () => made.page);
    // Never over an existing file, which could be the kit of another vault.
    writeFileSync(flags.out, `${made.page}\n`, { mode: 0o600, flag: 'wx' });
    shell.result({ vaultId: made.vaultId, kitFile: flags.out }, () => 'The recovery kit is written. Print it and keep it away from this machine.');
  });
}

async function rotate(shell: Shell, flags: ProofFlags): Promise<void> {
  if (!(await confirmed(shell, 'Every older copy of the vault and every backup will open nothing any more. Go on?'))) throw new EngramError('CANCELLED');
  await withVault(shell, async (session) => {
    const done = await session.client.vault.rotateKey(await proofOf(shell, session, flags));
    shell.result(done, () => `The vault has key number ${done.keyVersion}; ${done.backupsRemoved} backups under the old one are gone. Make a new one with \`engram backup\`.`);
  });
}

async function accept(shell: Shell, flags: ProofFlags): Promise<void> {
  await withVault(shell, async (session) => {
    const status = await session.client.vault.acceptFile(await proofOf(shell, session, flags));
    shell.result(status, () => 'This file is the right one from now on.');
  });
}

async function backups(shell: Shell): Promise<void> {
  await withSession(shell, async ({ client }) => {
    const list = await client.vault.backups();
    shell.result(list, () => (list.length === 0 ? 'No backups yet.' : list.map((backup) => `${day(backup.createdAt)}  ${backup.reason.padEnd(9)}  ${backup.bytes} bytes  ${backup.name}`)));
  });
}

async function restore(shell: Shell, flags: ProofFlags & { into?: string }, backup: string): Promise<void> {
  await withSession(shell, async (session) => {
    const done = await session.client.vault.restore({ ...(await proofOf(shell, session, flags)), backup, ...(flags.into === undefined ? {} : { into: flags.into }) });
    shell.result(done, () => (flags.into === undefined ? `Restored. ${done.merged} memories were taken over from the file that was set aside in ${done.path}.` : `A new vault is in ${done.path}.`));
  });
}

import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { EngramError } from '../../../contract/index.ts';
import { readSidecarFile, dataFolder, isAlive } from '../../client/index.ts';
import { askKit, askNewPassphrase, givenKit, givenPassphrase } from '../ask.ts';
import { startBackground, type Opener } from '../background.ts';
import { day } from '../document.ts';
import { openerOf, withSession, withVault } from '../session.ts';
import type { Shell } from '../shell.ts';
import type { Run } from '../run.ts';

export function vaultCommands(program: Command, run: Run): void {
  program.command('init')
    .description('make a vault and print its recovery kit, once')
    .option('--name <name>', 'name of the vault')
    .option('--keychain', 'keep the key in the system keychain')
    .option('--no-passphrase', 'no passphrase, the keychain alone (with --keychain)')
    .option('--kit-file <file>', 'write the kit to a new file instead of printing it')
    .action(run(init));
  program.command('unlock')
    .description('open the vault and hold it open in the background')
    .option('--kit', 'ask for the words of the recovery kit instead of the passphrase')
    .option('--kit-file <file>', 'read the recovery kit from this file: the page, or its words alone')
    .action(run(unlockCommand));
  program.command('lock').description('close the vault and wipe its keys').action(run(lock));
  program.command('status').description('state of the vault and who has it open').action(run(status));
  program.command('backup').description('write a checked encrypted copy beside the vault').action(run(backup));
  program.command('doctor').description('check the vault, the keychain and the machine').action(run(doctor));
}

async function init(shell: Shell, flags: { name?: string; keychain?: boolean; passphrase?: boolean; kitFile?: string }): Promise<void> {
  await withSession(shell, async ({ client, dir }) => {
    const { state } = await client.vault.status();
    if (state !== 'none') throw new EngramError('VAULT_EXISTS');
    const passphrase = flags.passphrase === false ? null : (await givenPassphrase(shell)) ?? (await askNewPassphrase(shell));
    const made = await client.vault.create({
      ...(passphrase === null ? {} : { passphrase }),
      ...(flags.keychain ? { keychain: true } : {}),
      ...(flags.name === undefined ? {} : { name: flags.name }),
    });
    shell.talk(`The vault is in ${dir}.`);
    if (flags.kitFile !== undefined) {
      // Never over an existing file, which could be the kit of another vault.
      writeFileSync(flags.kitFile, `${made.kit.page}\n`, { mode: 0o600, flag: 'wx' });
      shell.talk('The recovery kit is written. Print it and keep it away from this machine.');
      shell.result({ status: made.status, kitFile: flags.kitFile }, () => []);
      return;
    }
    shell.talk('This is the recovery kit. It is shown once; without it a lost passphrase cannot be replaced.');
    shell.result(made, () => made.kit.page);
  });
}

async function unlockCommand(shell: Shell, flags: { kit?: boolean; kitFile?: string }): Promise<void> {
  const outcome = await withSession(shell, async ({ client, running }) => {
    const before = await client.vault.status();
    if (before.state === 'none') throw new EngramError('VAULT_MISSING');
    if (running !== null && before.state !== 'locked') return before;
    const opener: Opener = flags.kitFile !== undefined ? { kit: await givenKit(shell, flags.kitFile) }
      : flags.kit ? { kit: await askKit(shell) } : await openerOf(shell, before);
    return running === null ? opener : client.vault.unlock(opener);
  });
  if ('state' in outcome) return shell.result(outcome, () => 'Unlocked.');
  await startBackground(dataFolder(shell.flags.vault), outcome);
  await withSession(shell, async ({ client }) => {
    const after = await client.vault.status();
    shell.result(after, () => 'Unlocked. `engram lock` closes it.');
  });
}

async function lock(shell: Shell): Promise<void> {
  const file = await readSidecarFile(dataFolder(shell.flags.vault));
  await withSession(shell, async ({ client, running }) => {
    const before = await client.vault.status();
    if (before.state === 'none') throw new EngramError('VAULT_MISSING');
    const after = running === null ? before : await client.vault.lock();
    shell.result(after, () => 'Locked.');
  });
  if (file === null || !file.background || !isAlive(file.pid)) return;
  // It ends by itself; only that clears what the database had in memory.
  for (let waited = 0; waited < 5_000 && isAlive(file.pid); waited += 50) await new Promise((done) => setTimeout(done, 50));
}

async function status(shell: Shell): Promise<void> {
  await withSession(shell, async ({ client, dir, running }) => {
    const found = await client.vault.status();
    shell.result({ ...found, dir, running: running !== null }, () => {
      const { counts } = found;
      return [
        `${found.state === 'none' ? 'no vault yet' : found.state}${found.name === null ? '' : `  ${found.name}`}`,
        `folder      ${dir}`,
        `served by   ${running === null ? 'nobody' : `process ${running.file.pid}`}`,
        ...(found.state === 'none' ? [] : [`opens with  ${[found.protection.passphrase && 'passphrase', found.protection.keychain && 'keychain'].filter(Boolean).join(' and ')}`]),
        ...(counts === null ? [] : [`memories    ${counts.active} active, ${counts.quarantined} waiting for approval, ${counts.forgotten} forgotten`]),
        ...(found.lastBackupAt === null ? [] : [`backup      ${day(found.lastBackupAt)}`]),
      ];
    });
  });
}

async function backup(shell: Shell): Promise<void> {
  await withVault(shell, async ({ client }) => {
    const made = await client.vault.backup();
    shell.result(made, () => [made.path, `${made.bytes} bytes, ${made.memories} memories, sha256 ${made.sha256}`]);
  });
}

async function doctor(shell: Shell): Promise<void> {
  await withSession(shell, async ({ client }) => {
    const status = await client.vault.status();
    // An open vault can be checked deeper; a locked one is opened only with a passphrase at hand.
    const given = status.state === 'locked' ? await givenPassphrase(shell) : null;
    if (given !== null) await client.vault.unlock({ passphrase: given });
    const checks = await client.vault.doctor();
    if (given !== null) await client.vault.lock();
    const { green, yellow, red, dim } = shell.colors;
    const mark = { ok: green('ok     '), warning: yellow('warning'), failed: red('failed '), skipped: dim('skipped') };
    shell.result(checks, () => checks.flatMap((check) => [
      `${mark[check.state]} ${check.name}: ${check.detail}`,
      ...(check.action === null ? [] : [`        ${check.action}`]),
    ]));
    if (checks.some((check) => check.state === 'failed')) throw new EngramError('VAULT_DAMAGED', { detail: 'a check failed' });
  });
}

import { writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { EngramError, Identity, type IdentityId } from '../../../contract/index.ts';
import { confirmed } from '../ask.ts';
import { day } from '../document.ts';
import { usageError } from '../failure.ts';
import type { Run } from '../run.ts';
import { scopeOf, withScope, type ScopeFlags } from '../scope-flags.ts';
import { withVault, type Session } from '../session.ts';
import type { Shell } from '../shell.ts';
import { wholeNumber } from '../values.ts';

/** Who may use the vault, what they did, and taking everything of somebody away. */
export function accessCommands(program: Command, run: Run): void {
  const access = program.command('access').description('who besides you may use the vault');
  access.command('list').description('list them').action(run(list));
  withScope(access.command('grant <name>'))
    .description('let somebody in; prints a token once')
    .option('--kind <kind>', 'agent, client, webhook or channel', 'client')
    .option('--write', 'may store memories too')
    .option('--rows-per-day <n>', 'different memories it may read in a day', wholeNumber(1, 1_000_000))
    .option('--token-file <file>', 'write the token to a new file instead of printing it')
    .action(run(grant));
  access.command('revoke <name>').description('refuse it from now on').action(run(revoke));

  const audit = program.command('audit').description('what was read and done, and by whom');
  audit.command('list').description('newest first').option('--limit <n>', 'entries', wholeNumber(1, 500)).action(run(entries));
  audit.command('verify').description('prove that no entry was changed, left out or put in').action(run(verify));

  withScope(program.command('purge'))
    .description('erase everything of a project, agent, channel, user, speaker or source')
    .option('--speaker <name>', 'somebody who said it')
    .option('--source <name>', 'the client, file or tool that stored it')
    .option('--sessions', 'the conversations there too')
    .option('--confirm <name>', 'repeat the name; without a terminal it is needed')
    .action(run(purge));
}

async function list(shell: Shell): Promise<void> {
  await withVault(shell, async ({ client }) => {
    const known = await client.access.list();
    shell.result(known, () => (known.length === 0 ? 'Nobody.' : known.map((one) =>
      `${one.name}  ${one.kind}  ${one.canWrite ? 'reads and writes' : 'reads'}  ${one.rowsToday}/${one.rowsPerDay} today  ${one.revokedAt !== null ? 'revoked' : one.lastSeenAt === null ? 'never seen' : `seen ${day(one.lastSeenAt)}`}`)));
  });
}

async function grant(shell: Shell, flags: ScopeFlags & { kind: string; write?: boolean; rowsPerDay?: number; tokenFile?: string }, name: string): Promise<void> {
  const kind = Identity.shape.kind.safeParse(flags.kind);
  if (!kind.success) throw usageError('--kind is agent, client, webhook or channel');
  const scope = scopeOf(flags);
  await withVault(shell, async ({ client }) => {
    const { identity, token } = await client.access.grant({
      name, kind: kind.data, canWrite: flags.write ?? false, ...(scope === undefined ? {} : { scope }), ...(flags.rowsPerDay === undefined ? {} : { rowsPerDay: flags.rowsPerDay }),
    });
    if (flags.tokenFile === undefined) return shell.result({ identity, token }, () => token);
    writeFileSync(flags.tokenFile, `${token}\n`, { mode: 0o600, flag: 'wx' });
    shell.result({ identity, tokenFile: flags.tokenFile }, () => `The token is in ${flags.tokenFile}; \`engram mcp --token-file\` takes it.`);
  });
}

async function named(session: Session, name: string): Promise<IdentityId> {
  const found = (await session.client.access.list()).find((one) => one.name === name || one.id === name.toUpperCase());
  if (!found) throw new EngramError('NOT_FOUND', { detail: 'nobody of that name' });
  return found.id;
}

async function revoke(shell: Shell, _flags: object, name: string): Promise<void> {
  await withVault(shell, async (session) => {
    const identity = await session.client.access.revoke({ id: await named(session, name) });
    shell.result(identity, () => `${identity.name} is refused from now on.`);
  });
}

async function entries(shell: Shell, flags: { limit?: number }): Promise<void> {
  await withVault(shell, async ({ client }) => {
    const found = await client.vault.audit(flags.limit === undefined ? {} : { limit: flags.limit });
    shell.result(found, () => found.map((entry) => `${new Date(entry.at).toISOString()}  ${entry.actor}  ${entry.operation}  ${entry.memory ?? ''}${entry.count === 1 ? '' : `  ×${entry.count}`}`));
  });
}

async function verify(shell: Shell): Promise<void> {
  await withVault(shell, async ({ client }) => {
    const report = await client.vault.verifyAudit();
    shell.result(report, () => (report.whole ? `${report.entries} entries, chained without a gap.` : `The chain breaks at entry ${report.firstBroken}.`));
    if (!report.whole) throw new EngramError('VAULT_DAMAGED', { detail: 'the audit trail was changed' });
  });
}

async function purge(shell: Shell, flags: ScopeFlags & { speaker?: string; source?: string; sessions?: boolean; confirm?: string }): Promise<void> {
  const target = { ...scopeOf(flags), ...(flags.speaker === undefined ? {} : { speaker: flags.speaker }), ...(flags.source === undefined ? {} : { source: flags.source }) };
  if (Object.keys(target).length === 0) throw usageError('say whose memories: --project, --agent, --channel, --speaker or --source');
  const sessions = flags.sessions ?? false;
  await withVault(shell, async ({ client }) => {
    const counts = await client.memories.purgePreview({ target, sessions });
    const name = target.channelUser ?? target.speaker ?? target.source ?? target.agent ?? target.channel ?? target.squad ?? target.project ?? '';
    if (flags.confirm === undefined) {
      if (!shell.interactive) throw usageError(`--confirm ${JSON.stringify(name)} is needed`);
      if (!(await confirmed(shell, `${counts.memories} memories and ${counts.sessions} conversations of ${name} go for ever, and ${counts.backups} backups are made anew. Go on?`))) throw new EngramError('CANCELLED');
    }
    const report = await client.memories.purge({ target, sessions, confirm: flags.confirm ?? name });
    shell.result(report, () => [
      `${report.removed.memories} memories, ${report.removed.versions} older texts, ${report.removed.vectors} vectors and ${report.sessions} conversations are gone.`,
      `${report.backupsReplaced} copies on this machine were replaced; ${report.remains} traces were found afterwards.`,
      ...(report.inLog ? ['Copies may stay in the log of the file until it can be emptied; `engram doctor` tells.'] : []), `Signed ${report.signature}`,
    ]);
  });
}

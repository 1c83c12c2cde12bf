import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { EngramError } from '../../../contract/index.ts';
import { dataFolder } from '../../client/index.ts';
import { givenPassphrase, passphraseFlags } from '../ask.ts';
import type { Run } from '../run.ts';
import { scopeOf, withScope, type ScopeFlags } from '../scope-flags.ts';
import type { Shell } from '../shell.ts';
import { wholeNumber } from '../values.ts';

export function hostCommands(program: Command, run: Run): void {
  program.command('serve')
    .description('serve the interface, REST and WebSocket on this machine until stopped')
    .option('--port <n>', 'port; any free one when absent', wholeNumber(1, 65_535))
    .action(run(serve));
  withScope(program.command('mcp'))
    .description('serve the memory to an agent over standard input and output')
    .option('--client <name>', 'name of the agent, kept with what it stores', 'mcp')
    .option('--token-file <file>', 'connect with this token (`engram access grant`); it says who the agent is and what it may do')
    .option('--read-only', 'refuse everything that changes the vault')
    .action(run(mcp));
}

async function serve(shell: Shell, flags: { port?: number }): Promise<void> {
  const { endAs, supervise } = await import('../../main/index.ts');
  const ending = await supervise({
    dir: dataFolder(shell.flags.vault),
    ...(flags.port === undefined ? {} : { port: String(flags.port) }),
    ...passphraseFlags(shell),
  }, (address) => shell.talk(`Engram is at ${address}`));
  if (ending.failure !== null) throw EngramError.fromBody(ending.failure);
  endAs(ending);
}

async function mcp(shell: Shell, flags: ScopeFlags & { client: string; readOnly?: boolean; tokenFile?: string }): Promise<void> {
  const { serveMemory } = await import('../../mcp/index.ts');
  await serveMemory({
    dir: dataFolder(shell.flags.vault),
    claim: { name: flags.client, scope: scopeOf(flags) ?? {}, canWrite: flags.readOnly !== true },
    token: flags.tokenFile === undefined ? null : readFileSync(flags.tokenFile, 'utf8').trim(),
    passphrase: await givenPassphrase(shell),
    talk: shell.talk,
    version: shell.version,
  });
}

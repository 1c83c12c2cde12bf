import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { EngramError, ImportFormat, JobId, type Job } from '../../../contract/index.ts';
import type { ContractClient } from '../../client/index.ts';
import { askPassphrase, givenPassphrase } from '../ask.ts';
import { day, forTerminal } from '../document.ts';
import { usageError } from '../failure.ts';
import type { Run } from '../run.ts';
import { scopeOf, withScope, type ScopeFlags } from '../scope-flags.ts';
import { withVault } from '../session.ts';
import type { Shell } from '../shell.ts';

interface ImportFlags extends ScopeFlags {
  dryRun?: boolean;
  approve?: boolean;
  format?: ImportFormat;
  extract?: boolean;
  undo?: string;
  resume?: string;
}

export function transferCommands(program: Command, run: Run): void {
  withScope(program.command('import'))
    .description('bring memories in from a file or folder; they wait for approval')
    .argument('[path]')
    .addOption(new Option('--format <format>', 'format; found out when absent').choices(ImportFormat.options))
    .option('--dry-run', 'say what would happen, do nothing')
    .option('--approve', 'approve everything at once')
    .option('--no-extract', 'keep conversations only, draw no memories from them')
    .addOption(new Option('--undo <job>', 'remove what this import brought').conflicts('resume'))
    .option('--resume <job>', 'continue this import where it stopped')
    .action(run(importCommand));
  program.command('export')
    .description('write all memories to a readable file or folder')
    .argument('<path>')
    .addOption(new Option('--format <format>', 'engram: JSON Lines; markdown: a folder').choices(['engram', 'markdown']).default('engram'))
    .action(run(exportCommand));
}

async function importCommand(shell: Shell, flags: ImportFlags, path: string | undefined): Promise<void> {
  const known = flags.undo ?? flags.resume;
  if ((path === undefined) === (known === undefined)) throw usageError('name one file or folder, or a job to undo or resume');
  await withVault(shell, async ({ client }) => {
    if (flags.undo !== undefined) return finish(shell, client, (await client.jobs.undo({ id: jobId(flags.undo) })).id);
    if (flags.resume !== undefined) return finish(shell, client, (await client.jobs.resume({ id: jobId(flags.resume) })).id);
    const scope = scopeOf(flags);
    const source = { path: resolve(path!) };
    const options = {
      ...(flags.format === undefined ? {} : { format: flags.format }),
      ...(scope === undefined ? {} : { scope }),
      ...(flags.extract === false ? { extract: false } : {}),
      ...(flags.approve ? { approve: true } : {}),
    };
    if (flags.dryRun) {
      const preview = await client.transfer.preview({ source, options });
      shell.result(preview, () => [
        `format         ${preview.format}`,
        `conversations  ${preview.conversations} with ${preview.messages} messages`,
        `memories       ${preview.memories}, of them known already ${preview.duplicates}`,
        ...(preview.from === null || preview.to === null ? [] : [`dates          ${day(preview.from)} to ${day(preview.to)}`]),
        ...preview.skipped.map((skip) => `skipped        ${skip.count}: ${skip.reason}`),
        ...preview.samples.map((sample) => `sample         ${forTerminal(sample)}`),
      ]);
      return;
    }
    const { job } = await client.transfer.import({ source, options });
    await finish(shell, client, job);
    if (!flags.approve) shell.talk('What came in waits for approval: `engram approve --all`, or one by one.');
  });
}

async function exportCommand(shell: Shell, flags: { format: 'engram' | 'markdown' }, path: string): Promise<void> {
  await withVault(shell, async ({ client }) => {
    const { protection } = await client.vault.status();
    // The file is readable by anyone, so the person proves once more who asks.
    const passphrase = protection.passphrase ? (await givenPassphrase(shell)) ?? (await askPassphrase(shell, 'Passphrase, to write a readable copy', 'WRONG_PASSPHRASE')) : undefined;
    const { job } = await client.transfer.export({ path: resolve(path), format: flags.format, ...(passphrase === undefined ? {} : { passphrase }) });
    await finish(shell, client, job);
  });
}

const pollMs = 200;

/** Follows a job to its end, prints it, and fails as it failed. An interrupt cancels it. */
export async function finish(shell: Shell, client: ContractClient, id: JobId): Promise<void> {
  const cancel = () => void client.jobs.cancel({ id }).catch(() => {});
  process.once('SIGINT', cancel);
  const live = process.stderr.isTTY === true;
  try {
    let job = await client.jobs.get({ id });
    while (job.state === 'waiting' || job.state === 'running') {
      if (live) process.stderr.write(`\r\u001b[K${progress(job)}`);
      await new Promise((done) => setTimeout(done, pollMs));
      job = await client.jobs.get({ id });
    }
    if (live) process.stderr.write('\r\u001b[K');
    const { state, error, result } = job;
    shell.result(job, () => [`${job.label}: ${state}, ${progress(job)}`, ...Object.entries(result ?? {}).map(([what, value]) => `  ${what}: ${forTerminal(String(value))}`), `  job: ${job.id}`]);
    if (state === 'failed') throw error === null ? new EngramError('INTERNAL') : EngramError.fromBody(error);
    if (state === 'cancelled' || state === 'paused') throw new EngramError('CANCELLED', { detail: `continue with --resume ${job.id}` });
  } finally {
    process.removeListener('SIGINT', cancel);
  }
}

function progress(job: Job): string {
  const of = job.total === null ? '' : ` of ${job.total}`;
  const rate = job.rate === null ? '' : `, ${job.rate.toFixed(0)}/s`;
  const left = job.secondsLeft === null || job.state !== 'running' ? '' : `, ${Math.ceil(job.secondsLeft)} s left`;
  return `${job.done}${of}${rate}${left}`;
}

function jobId(text: string): JobId {
  const id = JobId.safeParse(text);
  if (!id.success) throw usageError('that is not the id of a job');
  return id.data;
}

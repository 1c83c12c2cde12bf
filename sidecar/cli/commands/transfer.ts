import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { EngramError, exitCodes, ImportFormat, JobId, type Job } from '../../../contract/index.ts';
import { failureOf, type ContractClient } from '../../client/index.ts';
import { askArchivePassphrase, askNewPassphrase, askPassphrase, givenArchivePassphrase, givenPassphrase, type ArchiveFlags } from '../ask.ts';
import { day, forTerminal } from '../document.ts';
import { usageError } from '../failure.ts';
import type { Run } from '../run.ts';
import { scopeOf, withScope, type ScopeFlags } from '../scope-flags.ts';
import { withSession, withVault } from '../session.ts';
import type { Shell } from '../shell.ts';

interface ImportFlags extends ScopeFlags, ArchiveFlags {
  dryRun?: boolean;
  approve?: boolean;
  format?: ImportFormat;
  extract?: boolean;
  undo?: string;
  resume?: string;
}

interface ExportFlags extends ArchiveFlags {
  format: 'archive' | 'engram' | 'markdown';
  archive?: boolean;
  generate?: boolean;
}

const withArchivePassphrase = (command: Command): Command => command
  .option('--archive-passphrase-file <file>', 'read the passphrase of the archive from this file')
  .option('--archive-passphrase-fd <n>', 'read it from this descriptor; 0 is standard input');

export function transferCommands(program: Command, run: Run): void {
  withArchivePassphrase(withScope(program.command('import')))
    .description('bring memories in from a file or folder; they wait for approval')
    .argument('[path]')
    .addOption(new Option('--format <format>', 'format; found out when absent').choices(ImportFormat.options))
    .option('--dry-run', 'say what would happen, do nothing')
    .option('--approve', 'approve everything at once')
    .option('--no-extract', 'keep conversations only, draw no memories from them')
    .addOption(new Option('--undo <job>', 'remove what this import brought').conflicts('resume'))
    .option('--resume <job>', 'continue this import where it stopped')
    .action(run(importCommand));
  withArchivePassphrase(program.command('export'))
    .description('write all memories to an encrypted archive, or to a readable file or folder')
    .argument('<path>')
    .addOption(new Option('--format <format>', 'archive: encrypted, opens with age too; engram: JSON Lines; markdown: a folder').choices(['archive', 'engram', 'markdown']).default('engram'))
    .option('--archive', 'the same as --format archive')
    .option('--generate', 'make a passphrase of six words for the archive and print it once')
    .action(run(exportCommand));
  withArchivePassphrase(program.command('verify'))
    .description('read an encrypted archive to its end and say what is in it; nothing is stored')
    .argument('<path>')
    .action(run(verifyCommand));
}

async function importCommand(shell: Shell, flags: ImportFlags, path: string | undefined): Promise<void> {
  const known = flags.undo ?? flags.resume;
  if ((path === undefined) === (known === undefined)) throw usageError('name one file or folder, or a job to undo or resume');
  await withVault(shell, async ({ client }) => {
    if (flags.undo !== undefined) return finish(shell, client, (await client.jobs.undo({ id: jobId(flags.undo) })).id);
    const given = (await givenArchivePassphrase(shell, flags)) ?? undefined;
    if (flags.resume !== undefined) {
      const id = jobId(flags.resume);
      return finish(shell, client, (await opening(shell, given, (archivePassphrase) => client.jobs.resume({ id, ...archivePassphrase }))).id);
    }
    const scope = scopeOf(flags);
    const source = { path: resolve(path!) };
    const options = {
      ...(flags.format === undefined ? {} : { format: flags.format }),
      ...(scope === undefined ? {} : { scope }),
      ...(flags.extract === false ? { extract: false } : {}),
      ...(flags.approve ? { approve: true } : {}),
    };
    if (flags.dryRun) {
      const preview = await opening(shell, given, (archivePassphrase) => client.transfer.preview({ source, options: { ...options, ...archivePassphrase } }));
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
    const { job } = await opening(shell, given, (archivePassphrase) => client.transfer.import({ source, options: { ...options, ...archivePassphrase } }));
    await finish(shell, client, job);
    if (!flags.approve) shell.talk('What came in waits for approval: `engram approve --all`, or one by one.');
  });
}

/** Tries without a passphrase, and asks for one when the file turns out to be an archive. */
async function opening<T>(shell: Shell, given: string | undefined, work: (passphrase: { archivePassphrase?: string }) => Promise<T>): Promise<T> {
  try {
    return await work(given === undefined ? {} : { archivePassphrase: given });
  } catch (error) {
    if (given !== undefined || failureOf(error).code !== 'WRONG_PASSPHRASE') throw error;
    return work({ archivePassphrase: await askArchivePassphrase(shell) });
  }
}

async function exportCommand(shell: Shell, flags: ExportFlags, path: string): Promise<void> {
  const format = flags.archive ? 'archive' : flags.format;
  if (flags.generate && format !== 'archive') throw usageError('--generate is for an archive');
  await withVault(shell, async ({ client }) => {
    const { protection } = await client.vault.status();
    // Whoever has the file has everything, so the person proves once more who asks.
    const passphrase = protection.passphrase ? (await givenPassphrase(shell)) ?? (await askPassphrase(shell, 'Passphrase of the vault, to write a copy', 'WRONG_PASSPHRASE')) : undefined;
    const archivePassphrase = format === 'archive' ? await newArchivePassphrase(shell, client, flags) : undefined;
    const { job } = await client.transfer.export({
      path: resolve(path), format, ...(passphrase === undefined ? {} : { passphrase }), ...(archivePassphrase === undefined ? {} : { archivePassphrase }),
    });
    await finish(shell, client, job);
  });
}

async function newArchivePassphrase(shell: Shell, client: ContractClient, flags: ExportFlags): Promise<string> {
  if (!flags.generate) return (await givenArchivePassphrase(shell, flags)) ?? (await askNewPassphrase(shell, 'Passphrase for the archive'));
  const { passphrase } = await client.transfer.words();
  shell.talk(`The passphrase of the archive, shown this once:\n\n  ${passphrase}\n`);
  return passphrase;
}

async function verifyCommand(shell: Shell, flags: ArchiveFlags, path: string): Promise<void> {
  await withSession(shell, async ({ client }) => {
    const given = (await givenArchivePassphrase(shell, flags)) ?? undefined;
    const report = await opening(shell, given, (archivePassphrase) => client.transfer.verify({ source: { path: resolve(path) }, ...archivePassphrase }));
    const { episodic, semantic, procedural } = report.memories;
    shell.result(report, () => [
      report.whole ? 'whole          header, footer, counts and checksum agree' : `DAMAGED        ${report.problem ?? ''}; up to there:`,
      `memories       ${episodic + semantic + procedural}: ${episodic} episodic, ${semantic} semantic, ${procedural} procedural`,
      `with them      ${report.versions} older texts, ${report.relations} relations`,
      `conversations  ${report.conversations} with ${report.messages} messages`,
      `also           ${report.agents} agents, ${report.settings === 0 ? 'no settings' : 'settings'}`,
      ...(report.from === null || report.to === null ? [] : [`dates          ${day(report.from)} to ${day(report.to)}`]),
      `size           ${report.bytes} bytes, ${report.plainBytes} when open`,
      ...(report.sha256 === '' ? [] : [`sha256         ${report.sha256}`]),
      ...report.skipped.map((skip) => `cannot read    ${skip.count}: ${skip.reason}`),
    ]);
    if (!report.whole) process.exitCode = exitCodes.damaged;
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

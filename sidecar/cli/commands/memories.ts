import { Argument, Option, type Command } from 'commander';
import {
  Category, MemoryId, MemoryKind, MemoryStatus, type Memory, type MemoryDetail, type Remembered,
} from '../../../contract/index.ts';
import { confirmed } from '../ask.ts';
import { day, forTerminal } from '../document.ts';
import { usageError } from '../failure.ts';
import type { Run } from '../run.ts';
import { scopeOf, withScope, type ScopeFlags } from '../scope-flags.ts';
import { withVault } from '../session.ts';
import type { Shell } from '../shell.ts';
import { instant, textFrom, unitNumber, wholeNumber } from '../values.ts';

export function memoryCommands(program: Command, run: Run): void {
  withScope(program.command('remember'))
    .description('store a memory')
    .argument('[text...]', 'the text, or - for standard input')
    .addOption(new Option('--type <kind>', 'kind of memory').choices(MemoryKind.options))
    .addOption(new Option('--category <name>', 'what it is about').choices(Category.options))
    .option('--importance <0..1>', 'how much it matters', unitNumber)
    .option('--valid-from <date>', 'since when it is true (ISO 8601)', instant)
    .option('--pin', 'keep it first')
    .action(run(remember));
  withScope(program.command('list'))
    .description('list memories, newest first')
    .option('--text <words>', 'only those with these words')
    .addOption(new Option('--type <kind>', 'kind of memory').choices(MemoryKind.options))
    .addOption(new Option('--status <status>', 'state of the memory').choices(MemoryStatus.options))
    .addOption(new Option('--sort <order>', 'order').choices(['newest', 'oldest', 'most_used']))
    .option('--limit <n>', 'rows on the page', wholeNumber(1, 500), 50)
    .option('--cursor <cursor>', 'the page after this one')
    .action(run(list));
  program.command('show').description('show one memory with its history').argument('<id>').action(run(show));
  withScope(program.command('correct'))
    .description('give a memory another text; the old one stays in its history')
    .argument('<id>')
    .argument('[text...]', 'the new text, or - for standard input')
    .addOption(new Option('--category <name>', 'what it is about').choices(Category.options))
    .option('--importance <0..1>', 'how much it matters', unitNumber)
    .option('--valid-from <date>', 'since when it is true', instant)
    .option('--valid-to <date>', 'until when it was true', instant)
    .action(run(correct));
  program.command('forget')
    .description('take a memory out of recall; restorable for 30 days')
    .argument('<id>')
    .option('--erase', 'remove it for ever, with everything derived from it')
    .option('--yes', 'do not ask before erasing')
    .action(run(forget));
  program.command('feedback')
    .description('say that a memory is helpful, wrong, or not relevant to a question')
    .argument('<id>')
    .addArgument(new Argument('[verdict]').choices(['helpful', 'wrong', 'not_relevant']))
    .option('--query <question>', 'the question it is not relevant to; it then stays out of your answers to questions like that for 90 days')
    .option('--take-back', 'take back what was said to be not relevant, for --query or for every question')
    .action(run(feedback));
  program.command('restore').description('bring a forgotten memory back').argument('<id>').action(run(restore));
  program.command('approve')
    .description('let quarantined memories be recalled')
    .argument('[ids...]')
    .option('--all', 'every quarantined memory')
    .action(run(approve));
}

interface RememberFlags extends ScopeFlags {
  type?: MemoryKind;
  category?: Category;
  importance?: number;
  validFrom?: number;
  pin?: boolean;
}

async function remember(shell: Shell, flags: RememberFlags, words: string[]): Promise<void> {
  const text = await textFrom(words);
  if (text.trim() === '') throw usageError('no text to remember');
  const scope = scopeOf(flags);
  await withVault(shell, async ({ client }) => {
    const stored = await client.memories.remember({
      text,
      ...(flags.type === undefined ? {} : { kind: flags.type }),
      ...(flags.category === undefined ? {} : { category: flags.category }),
      ...(scope === undefined ? {} : { scope }),
      ...(flags.importance === undefined ? {} : { importance: flags.importance }),
      ...(flags.validFrom === undefined ? {} : { validFrom: flags.validFrom }),
      ...(flags.pin ? { pinned: true } : {}),
    });
    shell.result(stored, () => `${stored.id}  ${said(stored)}`);
  });
}

function said(stored: Remembered): string {
  if (stored.outcome === 'merged') return 'known already; now confirmed once more';
  return stored.outcome === 'superseded' ? `remembered; it replaces ${stored.replaced ?? 'an older fact'}` : 'remembered';
}

interface ListFlags extends ScopeFlags {
  text?: string;
  type?: MemoryKind;
  status?: MemoryStatus;
  sort?: 'newest' | 'oldest' | 'most_used';
  limit: number;
  cursor?: string;
}

async function list(shell: Shell, flags: ListFlags): Promise<void> {
  const scope = scopeOf(flags);
  await withVault(shell, async ({ client }) => {
    const page = await client.memories.list({
      filter: {
        ...(flags.text === undefined ? {} : { text: flags.text }),
        ...(flags.type === undefined ? {} : { kind: [flags.type] }),
        ...(flags.status === undefined ? {} : { status: [flags.status] }),
        ...(scope === undefined ? {} : { scope }),
      },
      limit: flags.limit,
      ...(flags.sort === undefined ? {} : { sort: flags.sort }),
      ...(flags.cursor === undefined ? {} : { cursor: flags.cursor }),
    });
    shell.result(page, () => page.items.map((memory) => row(shell, memory)));
    if (page.nextCursor !== null) shell.talk(`${page.items.length} of ${page.total}. Next page: --cursor ${page.nextCursor}`);
  });
}

/** One memory on one line, the whole id first so that it can be copied into another command. */
export function row(shell: Shell, memory: Memory): string {
  const { dim } = shell.colors;
  const marks = [memory.pinned ? 'pinned' : '', memory.status === 'active' ? '' : memory.status, memory.tier === 'cleartext' ? '' : memory.tier].filter(Boolean);
  const text = forTerminal(memory.text.replace(/\s+/g, ' ').trim());
  return `${dim(memory.id)}  ${dim(day(memory.happenedAt))}  ${memory.kind.padEnd(10)}  ${text}${marks.length === 0 ? '' : dim(`  [${marks.join(', ')}]`)}`;
}

async function show(shell: Shell, _flags: object, id: string): Promise<void> {
  await withVault(shell, async ({ client }) => {
    const memory = await client.memories.get({ id: idOf(id) });
    shell.result(memory, () => details(shell, memory));
  });
}

function details(shell: Shell, memory: MemoryDetail): string[] {
  const { bold, dim } = shell.colors;
  const scope = Object.entries(memory.scope).map(([part, name]) => `${part} ${name}`).join(', ');
  const fact = memory.fact === null ? [] : [`fact        ${forTerminal(`${memory.fact.subject} · ${memory.fact.predicate} · ${memory.fact.object}`)}`];
  return [
    bold(forTerminal(memory.text)),
    ...memory.steps.map((step, index) => `  ${index + 1}. ${forTerminal(step)}`),
    '',
    `id          ${memory.id}`,
    `kind        ${memory.kind}, ${memory.category}, ${memory.status}${memory.pinned ? ', pinned' : ''}`,
    `scope       ${scope === '' ? 'global' : forTerminal(scope)}`,
    `from        ${memory.origin}${memory.source === null ? '' : ` (${forTerminal(memory.source)})`}${memory.speaker === null ? '' : `, said by ${forTerminal(memory.speaker)}`}`,
    `guarded as  ${memory.tier}${memory.redacted ? ' (shown redacted)' : ''}`,
    `importance  ${memory.importance.toFixed(2)}, trust ${memory.trust.toFixed(2)}, used ${memory.uses} times, confirmed ${memory.corroborations} times`,
    `happened    ${day(memory.happenedAt)}${memory.validFrom === null ? '' : `, true from ${day(memory.validFrom)}`}${memory.validTo === null ? '' : ` to ${day(memory.validTo)}`}`,
    ...fact,
    ...memory.edges.map((edge) => `${edge.type.padEnd(11)} ${edge.from === memory.id ? edge.to : edge.from}  ${forTerminal(edge.keyFact)}`),
    ...(memory.versions.length === 0 || memory.version === 1 ? [] : ['', 'History', ...memory.versions.map((version) => `  ${version.version}  ${dim(day(version.changedAt))}  ${version.reason.padEnd(10)}  ${forTerminal(version.text)}`)]),
  ];
}

interface CorrectFlags extends ScopeFlags {
  category?: Category;
  importance?: number;
  validFrom?: number;
  validTo?: number;
}

async function correct(shell: Shell, flags: CorrectFlags, id: string, words: string[]): Promise<void> {
  const scope = scopeOf(flags);
  const change = {
    ...(flags.category === undefined ? {} : { category: flags.category }),
    ...(flags.importance === undefined ? {} : { importance: flags.importance }),
    ...(flags.validFrom === undefined ? {} : { validFrom: flags.validFrom }),
    ...(flags.validTo === undefined ? {} : { validTo: flags.validTo }),
    ...(scope === undefined ? {} : { scope }),
  };
  // Without words the flags alone are the correction; standard input is read only when asked for.
  const text = words.length === 0 && Object.keys(change).length > 0 ? undefined : await textFrom(words);
  if (text !== undefined && text.trim() === '') throw usageError('no text given');
  await withVault(shell, async ({ client }) => {
    const memory = await client.memories.update({ id: idOf(id), ...change, ...(text === undefined ? {} : { text }) });
    shell.result(memory, () => row(shell, memory));
  });
}

async function forget(shell: Shell, flags: { erase?: boolean; yes?: boolean }, id: string): Promise<void> {
  const memory = idOf(id);
  if (flags.erase !== true) {
    return withVault(shell, async ({ client }) => {
      const forgotten = await client.memories.forget({ id: memory });
      shell.result(forgotten, () => `${forgotten.id}  forgotten; \`engram restore\` brings it back until ${day(forgotten.until)}`);
    });
  }
  if (flags.yes !== true && !(await confirmed(shell, 'Erase this memory and what was derived from it, for ever?'))) return shell.talk('Nothing was erased.');
  await withVault(shell, async ({ client }) => {
    const erased = await client.memories.erase({ id: memory });
    if (erased.inLog) shell.talk('Copies may stay in the log of the file until it can be emptied; `engram doctor` tells.');
    shell.result(erased, () => `${erased.id}  erased: ${Object.entries(erased.removed).map(([what, count]) => `${count} ${what}`).join(', ')}`);
  });
}

async function feedback(shell: Shell, { query, takeBack }: { query?: string; takeBack?: boolean }, id: string, verdict?: 'helpful' | 'wrong' | 'not_relevant'): Promise<void> {
  if ((verdict === undefined) !== (takeBack === true)) throw usageError('give a verdict, or --take-back');
  const about = query === undefined ? {} : { query };
  await withVault(shell, async ({ client }) => {
    if (verdict === undefined) {
      const { taken } = await client.memories.undismiss({ id: idOf(id), ...about });
      shell.result({ id, taken }, () => `taken back: ${taken}`);
      return;
    }
    const memory = await client.memories.feedback({ id: idOf(id), verdict, ...about });
    shell.result(memory, () => row(shell, memory));
  });
}

async function restore(shell: Shell, _flags: object, id: string): Promise<void> {
  await withVault(shell, async ({ client }) => {
    const memory = await client.memories.restore({ id: idOf(id) });
    shell.result(memory, () => row(shell, memory));
  });
}

async function approve(shell: Shell, flags: { all?: boolean }, ids: string[]): Promise<void> {
  if ((ids.length === 0) !== (flags.all === true)) throw usageError('name the memories, or give --all');
  await withVault(shell, async ({ client }) => {
    const outcome = await client.memories.approve(flags.all ? { all: true } : { ids: ids.map(idOf) });
    shell.result(outcome, () => `${outcome.approved} approved`);
  });
}

/** The id of a memory as a person types it. Throws a usage error. */
export function idOf(text: string): MemoryId {
  const id = MemoryId.safeParse(text);
  if (!id.success) throw usageError('that is not an id (26 letters and digits)');
  return id.data;
}

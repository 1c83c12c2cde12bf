import { Option, type Command } from 'commander';
import { SessionId, type ContextPreview } from '../../../contract/index.ts';
import { forTerminal } from '../document.ts';
import { usageError } from '../failure.ts';
import type { Run } from '../run.ts';
import { scopeOf, withScope, type ScopeFlags } from '../scope-flags.ts';
import { withVault } from '../session.ts';
import type { Shell } from '../shell.ts';
import { wholeNumber } from '../values.ts';

interface ContextFlags extends ScopeFlags {
  model?: string;
  message: string;
  session?: string;
  window?: number;
  prompt?: boolean;
  task?: boolean;
  tool?: string;
}

export function contextCommand(program: Command, run: Run): void {
  withScope(program.command('context'))
    .description('show what a message would send to a model, part by part, and what is left out and why')
    .requiredOption('--message <text>', 'the message')
    .option('--model <name>', 'provider/model, or the name of any model (default: the one of the session, else of new chats)')
    .option('--session <id>', 'as the next message of this session')
    .addOption(new Option('--window <tokens>', 'try another window than the model\'s').argParser(wholeNumber(1, 100_000_000)))
    .addOption(new Option('--task', 'as a task').conflicts('tool'))
    .option('--tool <name>', 'as what this tool gave')
    .option('--prompt', 'also print the prompt as it would be sent')
    .action(run(context));
}

async function context(shell: Shell, flags: ContextFlags): Promise<void> {
  if (flags.message.trim() === '') throw usageError('no message given');
  const session = flags.session === undefined ? undefined : SessionId.safeParse(flags.session);
  if (session?.success === false) throw usageError('that is not the id of a session');
  const scope = scopeOf(flags);
  await withVault(shell, async ({ client }) => {
    const preview = await client.chat.preview({
      text: flags.message,
      ...(session === undefined ? {} : { session: session.data }),
      ...(flags.model === undefined ? {} : { model: flags.model }),
      ...(flags.task === true ? { kind: 'task' as const } : {}),
      ...(flags.tool === undefined ? {} : { kind: 'tool' as const, tool: flags.tool }),
      ...(flags.window === undefined ? {} : { window: flags.window }),
      ...(scope === undefined ? {} : { scope }),
    });
    if (preview.heldBack > 0) shell.talk(`${preview.heldBack} ${preview.heldBack === 1 ? 'memory is' : 'memories are'} held back: a tier forbids this model.`);
    shell.result(preview, () => [...table(preview), ...(flags.prompt === true ? promptLines(preview) : [])]);
  });
}

const right = (value: number | string, width: number) => String(value).padStart(width);

function table({ model, local, window, reserve, used, counting, injection, sections }: ContextPreview): string[] {
  const how = counting.exact ? `counted exactly (${counting.tokenizer})` : `counted by ${counting.tokenizer}, ${Math.round(counting.error * 100)} % of the window kept free for the error`;
  return [
    `${forTerminal(model)} (${local ? 'on this machine' : 'cloud'}): ${used} of ${window} tokens, ${reserve} kept for the reply; ${how}`,
    injection === null ? 'memory is not read' : `${injection.mode} use of memory: ${injection.reason}`,
    '',
    `${'section'.padEnd(10)} ${right('budget', 9)} ${right('used', 9)} ${right('kept', 6)} ${right('left out', 9)}`,
    ...sections.map((section) => {
      const kept = section.items.filter((item) => item.kept).length;
      return `${section.name.padEnd(10)} ${right(section.budget, 9)} ${right(section.used, 9)} ${right(kept, 6)} ${right(section.items.length - kept, 9)}`;
    }),
    ...sections.filter(({ name, items }) => items.length > 0 && name !== 'system' && name !== 'message').flatMap(({ name, items }) => [
      '', `${name}:`,
      ...items.map((item) => `  ${item.kept ? '+' : '-'} ${forTerminal(item.id).padEnd(26)} ${(item.level ?? 'left out').padEnd(10)} ${right(item.tokens, 7)}  ${forTerminal(item.reason)}`),
    ]),
  ];
}

const promptLines = ({ prompt }: ContextPreview): string[] => [
  '', '--- system ---', forTerminal(prompt.system), ...prompt.messages.flatMap(({ role, content }) => [`--- ${role} ---`, forTerminal(content)]),
];

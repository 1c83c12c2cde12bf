import { createInterface } from 'node:readline/promises';
import { Option, type Command } from 'commander';
import { EngramError, SessionId, type ChatEvent, type Message } from '../../../contract/index.ts';
import { failureOf, type ContractClient } from '../../client/index.ts';
import { describeFailure, usageError } from '../failure.ts';
import { forTerminal } from '../document.ts';
import type { Run } from '../run.ts';
import { scopeOf, withScope, type ScopeFlags } from '../scope-flags.ts';
import { withVault } from '../session.ts';
import type { Shell } from '../shell.ts';
import { textFrom } from '../values.ts';

interface ChatFlags extends ScopeFlags {
  session?: string;
  model?: string;
  offRecord?: boolean;
  task?: boolean;
  tool?: string;
}

interface AskFlags extends ScopeFlags {
  model?: string;
  keep?: boolean;
  readMemory: boolean;
  saveMemory: boolean;
}

export function chatCommand(program: Command, run: Run): void {
  withScope(program.command('chat'))
    .description('talk; with a message one turn, without one a conversation')
    .argument('[message...]', 'the message, or - for standard input')
    .option('--session <id>', 'continue this session')
    .option('--model <provider/model>', 'model to ask')
    .option('--off-record', 'read and write no memory')
    .addOption(new Option('--task', 'the message is a task: done in one answer, without what was said before').conflicts('tool'))
    .option('--tool <name>', 'the message is what this tool gave: data, and nobody\'s word')
    .action(run(chat));
  withScope(program.command('ask'))
    .description('ask once, with memory but without a chat')
    .argument('<message...>', 'the question, or - for standard input')
    .option('--model <provider/model>', 'model to ask')
    .option('--keep', 'keep it as the beginning of a chat')
    .option('--no-read-memory', 'recall nothing')
    .option('--no-save-memory', 'remember nothing')
    .action(run(ask));
}

async function chat(shell: Shell, flags: ChatFlags, words: string[]): Promise<void> {
  const kind = flags.task === true ? { kind: 'task' as const } : flags.tool === undefined ? {} : { kind: 'tool' as const, tool: flags.tool };
  const talks = words.length === 0 && shell.interactive && !shell.json && kind.kind === undefined;
  const text = talks ? '' : await textFrom(words);
  if (!talks && text.trim() === '') throw usageError('no message given');
  await withVault(shell, async ({ client }) => {
    const session = await sessionFor(client, flags);
    if (!talks) {
      return finish(shell, await turn(shell, client, { session, text, ...kind }));
    }
    shell.talk(`Session ${session}. An empty line ends it; Ctrl-C stops an answer.`);
    await conversation(shell, client, session);
  });
}

async function ask(shell: Shell, flags: AskFlags, words: string[]): Promise<void> {
  const text = await textFrom(words);
  if (text.trim() === '') throw usageError('no message given');
  const scope = scopeOf(flags);
  await withVault(shell, async ({ client }) => finish(shell, await follow(shell, client, await client.chat.ask({
    text,
    ...(scope === undefined ? {} : { scope }),
    ...(flags.model === undefined ? {} : { model: flags.model }),
    ...(flags.keep ? { keep: true } : {}),
    ...(flags.readMemory ? {} : { readMemory: false }),
    ...(flags.saveMemory ? {} : { saveMemory: false }),
  }))));
}

function finish(shell: Shell, message: Message): void {
  if (shell.json) shell.result(message, () => []);
  else shell.stream('\n');
  if (message.status === 'failed') throw message.error === null ? new EngramError('PROVIDER_FAILED') : EngramError.fromBody(message.error);
}

async function sessionFor(client: ContractClient, flags: ChatFlags): Promise<SessionId> {
  if (flags.session !== undefined) {
    const id = SessionId.safeParse(flags.session);
    if (!id.success) throw usageError('that is not the id of a session');
    const session = await client.chat.session({ id: id.data });
    if (flags.model !== undefined) await client.chat.change({ id: session.id, model: flags.model });
    return session.id;
  }
  const scope = scopeOf(flags);
  const session = await client.chat.open({
    ...(scope === undefined ? {} : { scope }),
    ...(flags.model === undefined ? {} : { model: flags.model }),
    ...(flags.offRecord ? { offRecord: true } : {}),
  });
  return session.id;
}

async function conversation(shell: Shell, client: ContractClient, session: SessionId): Promise<void> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    for (;;) {
      const text = (await lines.question('> ')).trim();
      if (text === '') return;
      try {
        const message = await turn(shell, client, { session, text });
        shell.stream('\n');
        if (message.error !== null) shell.talk(describeFailure(message.error));
      } catch (error) {
        const failure = failureOf(error);
        if (failure.code === 'VAULT_LOCKED') throw error;
        shell.talk(describeFailure(failure));
      }
    }
  } finally {
    lines.close();
  }
}

/** One turn: streams the answer and names its sources. An interrupt keeps what was written. */
async function turn(shell: Shell, client: ContractClient, said: Parameters<ContractClient['chat']['send']>[0]): Promise<Message> {
  return follow(shell, client, await client.chat.send(said));
}

async function follow(shell: Shell, client: ContractClient, events: AsyncIterable<ChatEvent>): Promise<Message> {
  let session: SessionId | null = null;
  const stop = () => void (session === null ? null : client.chat.stop({ id: session }).catch(() => {}));
  process.once('SIGINT', stop);
  try {
    let last: Message | null = null;
    for await (const event of events) {
      if (event.type === 'started') session = event.user.session;
      if (event.type === 'delta' && !shell.json) shell.stream(event.text);
      if (event.type === 'done' || event.type === 'failed') last = event.message;
    }
    if (last === null) throw new EngramError('PROVIDER_FAILED', { detail: 'the answer broke off' });
    if (!shell.json) tellSources(shell, last);
    return last;
  } finally {
    process.removeListener('SIGINT', stop);
  }
}

function tellSources(shell: Shell, message: Message): void {
  const used = message.sources?.used ?? [];
  if (used.length > 0) shell.talk(`\nFrom memory: ${used.map((source) => `[${source.mark}] ${source.id} ${forTerminal(source.text.slice(0, 80))}`).join('\n             ')}`);
  for (const stored of message.remembered) shell.talk(`Remembered: ${stored.id} ${forTerminal(stored.keyFact)}`);
}

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { ProviderKind } from '../../../contract/index.ts';
import { passphraseFrom } from '../../keys/index.ts';
import { forTerminal } from '../document.ts';
import { usageError } from '../failure.ts';
import type { Run } from '../run.ts';
import { withVault } from '../session.ts';
import type { Shell } from '../shell.ts';
import { finish } from './transfer.ts';

export function modelCommands(program: Command, run: Run): void {
  const model = program.command('model').description('chat models and embedding models');
  model.command('list').description('every model that can be used').action(run(list));
  model.command('add')
    .description('install an embedding model, or with --reranker a cross-encoder, from a folder or an address')
    .argument('<dir|url>')
    .option('--sha256 <hex>', 'checksum the model must have')
    .option('--reranker', 'a cross-encoder: it reads a question and a memory together')
    .action(run(add));
  model.command('use')
    .description('make an embedding model the current one, a chat model the one for new chats, or with --reranker a model the one that orders what recall finds')
    .argument('<id>')
    .option('--reranker', 'an installed cross-encoder, a connected chat model, or "chat" for the model of new chats')
    .option('--chat', 'a chat model, even when an embedding model has the same name')
    .action(run(use));
  model.command('test').description('ask a chat model for one word').argument('<provider/model>').action(run(test));
  model.command('connect')
    .description('connect a provider of chat models')
    .argument('<name>')
    .addOption(new Option('--kind <kind>', 'protocol it speaks').choices(ProviderKind.options).makeOptionMandatory())
    .option('--url <url>', 'its address')
    .option('--key-file <file>', 'file with its key; keys are never arguments')
    .action(run(connect));
  model.command('disconnect').description('remove a provider and its key').argument('<name>').action(run(disconnect));
}

async function list(shell: Shell): Promise<void> {
  await withVault(shell, async ({ client }) => {
    const [chat, embedders, rerankers, settings] = await Promise.all([client.models.list(), client.models.embedders(), client.models.rerankers(), client.settings.get()]);
    shell.result({ ...chat, embedders, rerankers, chatModel: settings['chat.model'] }, () => [
      ...chat.models.map((one) => `chat       ${one.id === settings['chat.model'] ? '*' : ' '} ${forTerminal(one.id)}  ${one.local ? 'on this machine' : 'cloud'}, ${one.capabilities.contextWindow} tokens`),
      ...embedders.map((one) => `embedding  ${one.active ? '*' : ' '} ${forTerminal(one.id)}  ${one.dimensions} dimensions, ${one.embedded} of ${one.total} memories${one.available ? '' : ', away'}`),
      ...rerankers.map((one) => `reranker   ${one.active ? '*' : ' '} ${forTerminal(one.id)}`),
    ]);
    for (const gone of chat.unreachable) shell.talk(`${gone.provider} did not answer: ${gone.reason}`);
  });
}

async function add(shell: Shell, flags: { sha256?: string; reranker?: boolean }, source: string): Promise<void> {
  const isAddress = /^https?:\/\//i.test(source);
  if (!isAddress && !existsSync(source)) throw usageError('there is no such folder');
  await withVault(shell, async ({ client }) => {
    const { job } = await client.models[flags.reranker === true ? 'addReranker' : 'addEmbedder']({
      source: isAddress ? source : resolve(source),
      ...(flags.sha256 === undefined ? {} : { sha256: flags.sha256 }),
    });
    await finish(shell, client, job);
  });
}

async function use(shell: Shell, flags: { chat?: boolean; reranker?: boolean }, id: string): Promise<void> {
  await withVault(shell, async ({ client }) => {
    if (flags.reranker === true) {
      const settings = await client.settings.set({ 'recall.crossEncoder': id, 'recall.rerank': 'cross-encoder' });
      shell.result({ crossEncoder: settings['recall.crossEncoder'] }, () => `${settings['recall.crossEncoder']} orders what recall finds`);
      return;
    }
    const embedders = await client.models.embedders();
    // The built-in responder and the built-in embedder share a name.
    if (flags.chat !== true && embedders.some((embedder) => embedder.id === id)) {
      const embedder = await client.models.useEmbedder({ id });
      shell.result(embedder, () => `${embedder.id} embeds from now on`);
      return;
    }
    const settings = await client.settings.set({ 'chat.model': id });
    shell.result({ chatModel: settings['chat.model'] }, () => `${settings['chat.model']} answers new chats`);
  });
}

async function test(shell: Shell, _flags: object, model: string): Promise<void> {
  await withVault(shell, async ({ client }) => {
    const answer = await client.models.test({ model });
    shell.result(answer, () => `answered in ${Math.round(answer.ms)} ms: ${forTerminal(answer.reply)}`);
  });
}

async function connect(shell: Shell, flags: { kind: ProviderKind; url?: string; keyFile?: string }, name: string): Promise<void> {
  const key = flags.keyFile === undefined ? null : await passphraseFrom({ file: flags.keyFile });
  await withVault(shell, async ({ client }) => {
    const provider = await client.models.saveProvider({
      name, kind: flags.kind, ...(flags.url === undefined ? {} : { baseUrl: flags.url }), ...(key === null ? {} : { key }),
    });
    shell.result(provider, () => `${provider.name} connected (${provider.local ? 'on this machine' : 'cloud'})`);
  });
}

async function disconnect(shell: Shell, _flags: object, name: string): Promise<void> {
  await withVault(shell, async ({ client }) => {
    const removed = await client.models.removeProvider({ name });
    shell.result(removed, () => `${removed.name} removed`);
  });
}

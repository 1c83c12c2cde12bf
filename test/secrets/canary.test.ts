import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, type Dirent } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { bothLogs, fileLog, jsonLog } from '../../engine/kernel/index.ts';
import { PASSPHRASE, person, tempDir } from '../support/temp-vault.ts';
import { createEngine, type Engine } from '../../engine/serve/index.ts';

/** Closed even when an assertion fails, or its threads would hold the process. */
const closing = (engine: Engine): Engine & AsyncDisposable => Object.assign(engine, { [Symbol.asyncDispose]: () => engine.close() });

/** A word that stands nowhere else, so that finding it anywhere is a leak. */
const canary = (what: string) => `canary${what}${randomBytes(9).toString('hex')}`;

/** What is listed; a folder of somebody else may go away meanwhile. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function* filesBelow(folder: string): Generator<string> {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}

/** Files of the given folders, changed since a moment, that hold one of the words in any of the usual encodings. */
function leaks(folders: readonly string[], since: number, words: readonly string[]): string[] {
  const forms = words.flatMap((word) => [Buffer.from(word), Buffer.from(word, 'utf16le'), Buffer.from(Buffer.from(word).toString('base64').slice(0, -4)), Buffer.from(Buffer.from(word).toString('hex'))]);
  const hits: string[] = [];
  for (const folder of folders.filter((f) => existsSync(f)))
    for (const path of filesBelow(folder)) {
      try {
        if (statSync(path).mtimeMs < since) continue;
        const bytes = readFileSync(path);
        if (forms.some((form) => bytes.includes(form))) hits.push(path);
      } catch { /* a file of somebody else that went away meanwhile */ }
    }
  return hits;
}

test('SECRET-CANARY: what goes through every feature stands in no file and no log line', async () => {
  const since = Date.now() - 1000;
  using folder = tempDir();
  const dir = join(folder.path, 'data');
  const words = {
    text: canary('text'), mail: `${canary('mail')}@example.com`, chat: canary('chat'), draft: canary('draft'), title: canary('title'), query: canary('query'),
    edit: canary('edit'), key: `sk-${canary('key')}`, agent: canary('agent'), session: canary('session'), passphrase: `${PASSPHRASE} ${canary('pass')}`, wrong: canary('wrong'),
    exclude: canary('exclude'), upload: canary('upload'), guarded: canary('guarded'), client: canary('client'), archive: `${canary('archive')} with many more words`, next: `${PASSPHRASE} ${canary('next')}`,
  };
  const log: string[] = [];
  await using engine = closing(await createEngine({ dir, host: 'cli', kdf: 'floor', keychain: false, log: bothLogs(jsonLog((line) => log.push(line), () => Date.now(), 'debug'), fileLog(join(dir, 'logs'), () => Date.now(), 'debug')) }));
  const client = engine.client(person);
  const { kit } = await client.vault.create({ passphrase: words.passphrase });
  const errors: string[] = [];
  const expectError = async (attempt: Promise<unknown>) => {
    const error = await attempt.then(() => assert.fail('no error'), (e: unknown) => e);
    errors.push(JSON.stringify(error), String(error), String((error as Error).stack));
  };
  const stored = await client.memories.remember({ text: `My secret hobby is ${words.text}.`, session: words.session, speaker: 'Ana' });
  await client.memories.remember({ text: `Write to ${words.mail} please` });
  await client.memories.update({ id: stored.id, text: `My open hobby is ${words.edit}.` });
  await client.recall({ query: `hobby ${words.query}`, explain: true });
  await client.models.saveProvider({ name: 'cloud', kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:9', key: words.key });
  await client.agents.create({ name: 'helper', instructions: words.agent });
  await client.settings.set({ 'remember.exclude': [words.exclude] });
  const session = await client.chat.open({ title: words.title });
  await client.chat.change({ id: session.id, draft: words.draft });
  for await (const _ of await client.chat.send({ session: session.id, text: `Remember that I like ${words.chat}` }));
  await client.chat.send({ session: session.id, text: `again ${words.chat}`, model: 'cloud/x' }).then(async (events) => { for await (const _ of events); }, () => {});
  const line = JSON.stringify({ type: 'entity', name: words.upload, entityType: 'person', observations: [`likes ${words.upload}`] });
  const { upload } = await client.transfer.upload({ name: 'memory.jsonl', offset: 0, chunk: Buffer.from(line).toString('base64') });
  await client.transfer.preview({ source: { upload }, options: { format: 'mcp-memory' } });
  const { job } = await client.transfer.import({ source: { upload }, options: { format: 'mcp-memory', approve: true } });
  while (['running', 'waiting'].includes((await client.jobs.get({ id: job })).state)) await new Promise((resolve) => setTimeout(resolve, 20));
  // What guards the vault itself: clients, archives, backups, keys, the trail, erasing.
  const { token } = await client.access.grant({ name: 'reader', canWrite: true });
  const reader = engine.client((await engine.identify(token))!);
  await reader.memories.remember({ text: `The reader heard of ${words.client}` });
  await reader.recall({ query: `who heard of ${words.client}` });
  const guarded = await client.memories.remember({ text: `The password of the attic is ${words.guarded}` });
  await client.memories.lookUp({ value: words.mail });
  const archive = join(dir, '..', 'vault.age');
  const exported = await client.transfer.export({ path: archive, format: 'archive', archivePassphrase: words.archive, passphrase: words.passphrase });
  while (['running', 'waiting'].includes((await client.jobs.get({ id: exported.job })).state)) await new Promise((resolve) => setTimeout(resolve, 20));
  await client.transfer.verify({ source: { path: archive }, archivePassphrase: words.archive });
  await client.vault.backup();
  const [backup] = await client.vault.backups();
  await client.vault.restore({ backup: backup!.name, passphrase: words.passphrase });
  await client.vault.changePassphrase({ passphrase: words.passphrase, next: { passphrase: words.next } });
  const fresh = await client.vault.newKit({ passphrase: words.next });
  await client.vault.rotateKey({ passphrase: words.next });
  await client.memories.erase({ id: guarded.id });
  await client.vault.verifyAudit();
  await client.vault.backup();
  await expectError(client.memories.remember({ text: `${words.text}\0` }));
  await expectError(client.memories.remember({ text: words.text.repeat(1000) }));
  await expectError(client.memories.list({ cursor: words.query }));
  // While the vault is open and after it is closed.
  const searched = [folder.path, tmpdir(), '/var/tmp', process.cwd() + '/dist'];
  const secrets = [...Object.values(words), kit.words.join(' '), fresh.words.join(' '), token];
  assert.deepEqual(leaks(searched, since, secrets), []);
  await client.vault.lock();
  await expectError(client.vault.unlock({ passphrase: words.wrong }));
  await engine.close();
  assert.deepEqual(leaks(searched, since, secrets), []);
  const said = [...log, ...errors].join('\n');
  assert.deepEqual(secrets.filter((word) => said.includes(word)), []);
});

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import type { Memory } from '../../contract/index.ts';
import { tempVault } from '../support/temp-vault.ts';

const NOTE = 'So, about the piano: it stands in the northern hall of the old mill. We bought the piano from Mrs. Brandt in 2019 for 480 euros. It was painted twice since then, and the piano is insured until September.';
const LEVELS = {
  summary: 'The piano stands in the northern hall of the old mill; bought from Mrs. Brandt in 2019 for 480 euros, insured until September.',
  key_fact: 'The piano stands in the northern hall, bought in 2019 for 480 euros.', tag: 'piano mill',
};

test('LEVELS-MODEL: the model of new chats makes levels while nothing else happens, unless it is switched off; a corrected text is done again', async () => {
  const prompts: string[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/v1/models') return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ object: 'list', data: [{ id: 'm', object: 'model' }] }));
    let body = '';
    request.on('data', (chunk: Buffer) => (body += String(chunk))).on('end', () => {
      prompts.push(body);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta: { role: 'assistant', content: JSON.stringify(LEVELS) }, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await using vault = await tempVault({ retryMs: 20 });
  const { client } = vault;
  const until = async (id: Memory['id'], by: string | null): Promise<Memory> => {
    for (const deadline = Date.now() + 30_000; ; await new Promise((resolve) => setTimeout(resolve, 20))) {
      const memory = await client.memories.get({ id });
      if (memory.levelsBy === by) return memory;
      assert.ok(Date.now() < deadline, 'the levels are not there');
    }
  };
  try {
    await client.settings.set({ 'levels.model': 'off' });
    await client.models.saveProvider({ name: 'local', kind: 'openai-compatible', baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, key: 'k' });
    await client.settings.set({ 'chat.model': 'local/m' });
    const { id } = await client.memories.remember({ text: NOTE });
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.deepEqual([prompts.length, (await client.memories.get({ id })).levelsBy], [0, null], 'off, nobody is asked');
    await client.settings.set({ 'levels.model': 'local' });
    const made = await until(id, 'local/m');
    assert.deepEqual([made.summary, made.keyFact, made.tag], Object.values(LEVELS));
    assert.ok(prompts.length === 1 && prompts[0]!.includes('in the northern hall'));
    const [job] = (await client.jobs.list()).filter(({ kind }) => kind === 'levels');
    assert.equal(job!.label, 'Shortening memories');
    const corrected = await client.memories.update({ id, text: NOTE.replace('September', 'October') });
    assert.equal(corrected.levelsBy, null);
    // Now the reply names a month the text does not, so what was taken out of the text stays.
    for (const deadline = Date.now() + 30_000; prompts.length < 2 && Date.now() < deadline;) await new Promise((resolve) => setTimeout(resolve, 20));
    await vault.engine.settled();
    assert.equal(prompts.length, 2);
    const kept = await client.memories.get({ id });
    assert.deepEqual([kept.levelsBy, kept.summary], [null, corrected.summary]);
  } finally {
    await client.settings.set({ 'levels.model': 'off' });
    server.closeAllConnections();
    server.close();
  }
});

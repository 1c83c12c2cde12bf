import type { Job, JobId } from '../../contract/index.ts';
import type { EngineClient } from '../../engine/serve/index.ts';

export async function ended(client: EngineClient, id: JobId): Promise<Job> {
  for (;;) {
    const job = await client.jobs.get({ id });
    if (job.state !== 'waiting' && job.state !== 'running') return job;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** A vault with one of everything an archive carries, and some of what it must not. */
export async function furnish(client: EngineClient): Promise<{ texts: string[]; providerKey: string; forgotten: string }> {
  const providerKey = 'sk-test-4f1c9a77d2b84e0f';
  const at = Date.UTC(2024, 4, 5, 6, 7, 8, 9);
  const texts = [
    'I live in Lisbon.', 'I live in Porto.', 'My phone number is +351 912 345 678.', 'My card is 4111 1111 1111 1111.',
    'The cello stands in the attic; \u201cquotes\u201d, 漢字 and \\ stay.', 'Change the strings of the cello.', 'The talk went on until midnight.', 'The talk was about boats.',
  ];
  const [lisbon, porto, phone, card, cello, strings, talk, boats] = texts as [string, string, string, string, string, string, string, string];
  await client.memories.remember({ text: lisbon, kind: 'semantic', happenedAt: at });
  await client.memories.remember({ text: porto, kind: 'semantic', happenedAt: at + 1000 });
  const guarded = await client.memories.remember({ text: phone, kind: 'semantic', scope: { project: 'garden' } });
  await client.memories.remember({ text: card, validFrom: at, validTo: at + 10 });
  const first = await client.memories.remember({ text: 'The cello stands in the hall.', importance: 0.9, pinned: true, source: 'letter' });
  await client.memories.update({ id: first.id, text: 'The number of the cello shop is +351 912 000 111.' });
  await client.memories.update({ id: first.id, text: cello, category: 'project' });
  const how = await client.memories.remember({ text: strings, kind: 'procedural', steps: ['Loosen "C".', 'Lift it off.\nSlowly.'] });
  await client.memories.remember({ text: talk, kind: 'episodic', session: 'evening', speaker: 'Ana', happenedAt: at + 5 });
  await client.memories.remember({ text: boats, kind: 'episodic', session: 'evening', speaker: 'Ben', happenedAt: at + 4 });
  const gone = await client.memories.remember({ text: 'This one was forgotten for good reasons.' });
  await client.memories.forget({ id: gone.id });
  await client.memories.relate({ from: how.id, to: first.id, type: 'derived_from', weight: 0.35 });
  await client.memories.relate({ from: first.id, to: guarded.id, type: 'related_to', weight: 0.8 });
  const line = JSON.stringify({ type: 'memory', text: 'Somebody says the harbour is closed.', kind: 'semantic' });
  const { upload } = await client.transfer.upload({ name: 'said.jsonl', offset: 0, chunk: Buffer.from(`{"format":"engram","version":1}\n${line}\n`).toString('base64') });
  await ended(client, (await client.transfer.import({ source: { upload } })).job);
  await client.agents.create({ name: 'gardener', instructions: 'Speak of plants only.' });
  await client.settings.set({ 'recall.limit': 7 });
  await client.models.saveProvider({ name: 'cloud', kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:9', key: providerKey });
  const session = await client.chat.open({ title: 'Old talk' });
  for await (const _ of await client.chat.send({ session: session.id, text: 'Where is the cello?' }));
  const [asked] = await client.chat.messages({ id: session.id });
  for await (const _ of await client.chat.send({ session: session.id, text: 'Where was the cello?', parent: asked!.parent }));
  return { texts: [...texts, 'The number of the cello shop is +351 912 000 111.', 'Somebody says the harbour is closed.'], providerKey, forgotten: 'This one was forgotten for good reasons.' };
}

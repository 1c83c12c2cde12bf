import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngramError, type MemoryId, type Scope } from '../../contract/index.ts';
import type { EngineClient } from '../../engine/serve/index.ts';
import { failureOf } from '../../sidecar/client/index.ts';
import { tempVault } from '../support/temp-vault.ts';

const scopes: readonly Scope[] = [
  {}, { project: 'p1' }, { project: 'p2' }, { agent: 'a1' }, { agent: 'a2' }, { project: 'p1', agent: 'a1' }, { project: 'p1', squad: 's1' },
  { channel: 'mail' }, { channel: 'mail', channelUser: 'u1' }, { channel: 'mail', channelUser: 'u2' }, { agent: 'a1', channel: 'mail', channelUser: 'u1' },
];
const parts = ['project', 'squad', 'agent', 'channel', 'channelUser'] as const;
const sees = (reader: Scope, owner: Scope) => parts.every((part) => owner[part] === undefined || owner[part] === reader[part]);
const secret = (i: number) => `marker${String.fromCharCode(97 + i)}`;

/** Every call a client may make, as what it tells about one memory. */
const calls: Record<string, (client: EngineClient, id: MemoryId, word: string, other: MemoryId) => Promise<unknown>> = {
  recall: (client, _id, word) => client.recall({ query: `what about the ${word}`, limit: 100 }),
  'recall with budget': (client, _id, word) => client.recall({ query: word, budget: 5000 }),
  'recall of the past': (client, _id, word) => client.recall({ query: word, past: true, limit: 100 }),
  get: (client, id) => client.memories.get({ id }),
  some: (client, id, _word, other) => client.memories.some({ ids: [id, other] }).then((found) => found.filter((memory) => memory.id !== other)),
  list: (client) => client.memories.list({ limit: 100 }),
  'list by words': (client, _id, word) => client.memories.list({ filter: { text: word } }),
  facets: (client) => client.memories.facets({}),
  update: (client, id) => client.memories.update({ id, importance: 0.9 }),
  pin: (client, id) => client.memories.pin({ id, pinned: true }),
  forget: (client, id) => client.memories.forget({ id }),
  restore: (client, id) => client.memories.restore({ id }),
  relate: (client, id, _word, other) => client.memories.relate({ from: other, to: id, type: 'related_to' }),
  feedback: (client, id) => client.memories.feedback({ id, verdict: 'wrong' }),
  dismiss: (client, id, word) => client.memories.feedback({ id, verdict: 'not_relevant', query: word }),
  dismissals: (client, id) => client.memories.dismissals({ id }),
  undismiss: (client, id) => client.memories.undismiss({ id }),
  derive: (client, id) => client.memories.remember({ text: 'made of another', derivedFrom: [id] }),
};
/** Calls that are the person's alone. */
const persons: Record<string, (client: EngineClient, id: MemoryId) => Promise<unknown>> = {
  erase: (client, id) => client.memories.erase({ id }), approve: (client) => client.memories.approve({ all: true }), deny: (client) => client.memories.deny({ all: true }), withdraw: (client) => client.memories.withdraw({ approval: 'any' }),
  purge: (client) => client.memories.purge({ target: { project: 'p1' }, confirm: 'p1' }), lookUp: (client) => client.memories.lookUp({ value: 'ada@example.com' }),
  reasons: (client, id) => client.memories.reasons({ ids: [id] }), sessions: (client) => client.chat.sessions(), preview: (client) => client.chat.preview({ text: 'What is there?' }), settings: (client) => client.settings.get(), audit: (client) => client.vault.audit({}),
  grant: (client) => client.access.grant({ name: 'friend' }), access: (client) => client.access.list(), backup: (client) => client.vault.backup(), export: (client) => client.transfer.export({ path: '/nowhere', format: 'engram' }),
  rotate: (client) => client.vault.rotateKey({}), lock: (client) => client.vault.lock(), providers: (client) => client.models.providers(), jobs: (client) => client.jobs.list(),
};

test('ACCESS-MATRIX: every reader by every owner by every call: nothing of a foreign memory is told or changed', async (t) => {
  await using vault = await tempVault();
  const ids: MemoryId[] = [];
  for (const [i, scope] of scopes.entries()) ids.push((await vault.client.memories.remember({ text: `The ${secret(i)} stands in the yard.`, scope })).id);
  const before = JSON.stringify((await vault.client.memories.list({ limit: 100 })).items.map(({ uses: _u, lastUsedAt: _l, ...rest }) => rest));
  let asked = 0;
  let leaks = 0;
  for (const [r, reader] of scopes.entries()) {
    for (const [o, owner] of scopes.entries()) {
      if (sees(reader, owner)) continue;
      for (const [name, call] of Object.entries(calls)) {
        // A name of its own for each, so that no budget ends the matrix.
        const client = vault.engine.client({ kind: 'client', name: `reader ${r} ${o} ${name}`, scope: reader, canWrite: true, local: false });
        const own = name === 'relate' ? (await client.memories.remember({ text: `own ${r} ${o}` })).id : ids[0]!;
        const told = await call(client, ids[o]!, secret(o), own).then((answer) => JSON.stringify(answer), (error: unknown) => {
          assert.ok(error instanceof EngramError || failureOf(error).code === 'NOT_FOUND', `${name}: ${failureOf(error).code}`);
          return '';
        });
        asked++;
        if (told.includes(secret(o)) || told.includes(ids[o]!)) leaks++;
      }
    }
    for (const [name, call] of Object.entries(persons)) {
      const client = vault.engine.client({ kind: 'client', name: `reader ${r}`, scope: reader, canWrite: true, local: false });
      const outcome = await call(client, ids[r]!).then(() => 'accepted', (error: unknown) => failureOf(error).code);
      assert.equal(outcome, 'ACCESS_DENIED', name);
      asked++;
    }
  }
  t.diagnostic(`${asked} calls, ${leaks} leaks`);
  assert.equal(leaks, 0);
  const after = (await vault.client.memories.list({ limit: 500 })).items.filter((memory) => ids.includes(memory.id)).map(({ uses: _u, lastUsedAt: _l, ...rest }) => rest);
  assert.equal(JSON.stringify(after), before);
});

test('ACCESS-MATRIX: what a client may not see and what does not exist are refused alike', async () => {
  await using vault = await tempVault();
  const { id } = await vault.client.memories.remember({ text: 'The boat is called Ilse.', scope: { project: 'sea' } });
  const client = vault.engine.client({ kind: 'client', name: 'stranger', scope: { project: 'hills' }, canWrite: true, local: false });
  const refusal = (which: string) => client.memories.get({ id: which as MemoryId }).then(() => assert.fail('shown'), failureOf);
  assert.deepEqual(await refusal(id), await refusal('01ARZ3NDEKTSV4RRFFQ69G5FAV'));
});

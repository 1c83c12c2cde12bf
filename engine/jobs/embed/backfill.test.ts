import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { bareMemory, createBareVault } from '../../../test/support/bare-vault.ts';
import { tempDir } from '../../../test/support/temp-vault.ts';
import type { VectorIndex } from '../../cortex/index.ts';
import type { EmbeddingModel } from '../../providers/index.ts';
import { backfill } from './backfill.ts';

test('FORGET-SHELF: what is forgotten or quarantined while it is being embedded does not come back through its vector', async () => {
  using folder = tempDir();
  const { vault } = await createBareVault(join(folder.path, 'vault'));
  const ids = ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '01ARZ3NDEKTSV4RRFFQ69G5FAW', '01ARZ3NDEKTSV4RRFFQ69G5FAX'];
  const rows = await vault.write('storeMemories', { memories: ids.map((id, i) => bareMemory(vault, id, `The lamp number ${i}.`)), space: 0, now: Date.now(), actor: 'test' });
  const space = await vault.write('ensureSpace', { name: 'test', dimensions: 2, metric: 'cosine' });
  const model: Pick<EmbeddingModel, 'embed' | 'local' | 'space'> = {
    local: true, space: { name: 'test', dimensions: 2 } as EmbeddingModel['space'],
    embed: async (texts) => {
      await vault.write('forgetMemory', { id: ids[0]!, actor: 'test', now: Date.now() });
      await vault.write('judgeMemories', { clean: [], flagged: [rows[1]!.row], version: 9, now: Date.now() });
      return texts.map(() => Float32Array.of(1, 0));
    },
  };
  const put: [number, string][] = [];
  const index = { space, put: (row: number, _scope: number, status: string) => void put.push([row, status]) };
  try {
    await backfill(vault, model as EmbeddingModel, index as unknown as VectorIndex, { done: 0, total: () => {}, advance: () => {} } as never, new AbortController().signal);
  } finally {
    await vault.close();
  }
  assert.deepEqual(put.sort(), [[rows[0]!.row, 'forgotten'], [rows[1]!.row, 'quarantined'], [rows[2]!.row, 'active']]);
});

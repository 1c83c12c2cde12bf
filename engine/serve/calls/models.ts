import { readdirSync, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { EngramError, type Embedder, type JobId, type Reranker } from '../../../contract/index.ts';
import { assertPerson } from '../../../security/access/index.ts';
import { listModels, testModel } from '../../chat/index.ts';
import { installEmbedder, installReranker, isLocalAddress, openEmbedder } from '../../providers/index.ts';
import { vaultPaths } from '../../vault/index.ts';
import type { Host } from '../host.ts';
import { calls } from './base.ts';

/** Folders of installed models, without those that are being filled. */
const installedIn = (dir: string): string[] =>
  existsSync(dir) ? readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isDirectory() && !entry.name.endsWith('.part')).map(({ name }) => name) : [];

function rerankers(host: Host): Reranker[] {
  const { settings } = host.open();
  return installedIn(vaultPaths(host.dir).rerankers).map((id) => ({ id, label: id, active: settings['recall.rerank'] === 'cross-encoder' && settings['recall.crossEncoder'] === id }));
}

/** Fetches a model as a job. */
async function startInstall(host: Host, { source, sha256 }: { source: string; sha256?: string | undefined }, folder: string, install: typeof installEmbedder): Promise<{ job: JobId }> {
  const name = basename(source.replace(/\/+$/, '')).replace(/[^A-Za-z0-9._-]/g, '-').replace(/^\.+/, '') || 'model';
  return {
    job: await host.open().jobs.start({
      kind: 'model', label: `Installing ${name}`, input: { name },
      run: async (progress, signal) => {
        let seen = 0;
        await install(source, join(folder, name), {
          sha256, signal,
          onProgress: (done: number, total: number | null) => {
            if (total !== null) progress.total(total);
            progress.advance(done - seen);
            seen = done;
          },
        });
        host.hub.emit({ type: 'models' });
        return { name };
      },
    }),
  };
}

/** The current model first; then the built-in one and what is installed. */
async function embedders(host: Host): Promise<Embedder[]> {
  const session = host.open();
  const { model: current } = session.mind.embedding();
  const { models } = vaultPaths(host.dir);
  const installed = installedIn(models);
  const providers = await session.providers();
  const found: Embedder[] = [];
  for (const id of new Set([current.id, 'builtin', ...installed])) {
    const model = id === current.id ? current : await openEmbedder(id, { modelsDir: models, providers }).catch(() => null);
    if (!model) continue;
    const counts = await session.vault.read('embeddingCounts', { space: model.space.name });
    found.push({
      id, label: model.label, space: model.space.name, dimensions: model.space.dimensions, metric: model.space.metric,
      active: id === current.id, available: await model.available(), ...counts,
    });
    if (model !== current) await model.close();
  }
  return found;
}

export const modelCalls = (host: Host) => ({
  list: calls.models.list.handler(({ context }) => {
    assertPerson(context.caller);
    return listModels(host.open().mind);
  }),
  test: calls.models.test.handler(({ input, context, signal }) => {
    assertPerson(context.caller);
    const TEST_MS = 30_000;
    return testModel(host.open().mind, input.model, AbortSignal.any([AbortSignal.timeout(TEST_MS), ...(signal ? [signal] : [])]));
  }),
  providers: calls.models.providers.handler(async ({ context }) => {
    assertPerson(context.caller);
    const rows = await host.open().vault.read('listProviders');
    return rows.map((row) => ({
      name: row.name, kind: row.kind, baseUrl: row.base_url, hasKey: row.key_cipher !== null, local: isLocalAddress(row.kind, row.base_url),
    }));
  }),
  saveProvider: calls.models.saveProvider.handler(async ({ input, context }) => {
    assertPerson(context.caller);
    const session = host.open();
    const { vault } = session;
    await vault.write('saveProvider', {
      name: input.name, kind: input.kind, base_url: input.baseUrl ?? null, key_cipher: input.key ? vault.sealProviderKey(input.name, input.key) : null,
    });
    host.hub.emit({ type: 'models' });
    // A corrected address or key may bring back an embedding model that was away.
    void session.retryEmbedder().catch(() => {});
    const row = (await vault.read('listProviders')).find((r) => r.name === input.name)!;
    return { name: row.name, kind: row.kind, baseUrl: row.base_url, hasKey: row.key_cipher !== null, local: isLocalAddress(row.kind, row.base_url) };
  }),
  removeProvider: calls.models.removeProvider.handler(async ({ input, context }) => {
    assertPerson(context.caller);
    await host.open().vault.write('removeProvider', input);
    host.hub.emit({ type: 'models' });
    return input;
  }),
  embedders: calls.models.embedders.handler(({ context }) => {
    assertPerson(context.caller);
    return embedders(host);
  }),
  addEmbedder: calls.models.addEmbedder.handler(({ input, context }) => {
    assertPerson(context.caller);
    return startInstall(host, input, vaultPaths(host.dir).models, installEmbedder);
  }),
  rerankers: calls.models.rerankers.handler(({ context }) => {
    assertPerson(context.caller);
    return rerankers(host);
  }),
  addReranker: calls.models.addReranker.handler(({ input, context }) => {
    assertPerson(context.caller);
    return startInstall(host, input, vaultPaths(host.dir).rerankers, installReranker);
  }),
  useEmbedder: calls.models.useEmbedder.handler(async ({ input, context }) => {
    assertPerson(context.caller);
    await host.open().useEmbedder(input.id);
    const active = (await embedders(host)).find((e) => e.active);
    if (!active) throw new EngramError('NOT_FOUND');
    return active;
  }),
});

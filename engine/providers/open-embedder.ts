import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { EngramError } from '../../contract/index.ts';
import { openBuiltin } from './builtin/index.ts';
import type { ProviderConfig } from './chat-model.ts';
import type { EmbeddingModel } from './embedder.ts';
import { openServerEmbedder } from './server-embedder.ts';
import { openTransformer } from './transformer.ts';

export interface EmbedderNeeds {
  /** Folder of the installed transformers. */
  modelsDir: string;
  providers: readonly ProviderConfig[];
}

/** A link does not count: it may lead out of the folder of models. */
const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * `builtin`, the name of an installed folder, or `provider/model`. Throws NOT_FOUND for an unknown
 * name, MODEL_INVALID and EMBEDDER_UNAVAILABLE as the sources say.
 */
export async function openEmbedder(id: string, needs: EmbedderNeeds): Promise<EmbeddingModel> {
  if (id === 'builtin') return openBuiltin();
  const slash = id.indexOf('/');
  if (slash > 0) {
    const provider = needs.providers.find((p) => p.name === id.slice(0, slash));
    if (!provider) throw new EngramError('NOT_FOUND', { detail: 'provider' });
    return openServerEmbedder(provider, id.slice(slash + 1));
  }
  const folder = join(needs.modelsDir, id);
  // An id is a plain name, so that it cannot point outside the folder of models.
  if (!/^[\w-][\w.-]*$/.test(id) || !isFolder(folder)) throw new EngramError('NOT_FOUND', { detail: 'embedder' });
  return openTransformer(folder, id);
}

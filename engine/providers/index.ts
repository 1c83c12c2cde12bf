import { EngramError, type Model } from '../../contract/index.ts';
import { resolveCapabilities } from './capabilities.ts';
import type { ChatProvider, ProviderConfig } from './chat-model.ts';
import { openBuiltin } from './builtin/index.ts';
import type { EmbeddingModel } from './embedder.ts';
export type { EmbeddingModel, Space } from './embedder.ts';
export type { ChatPart, ChatProvider, ChatRequest, ProviderConfig, ResolveCapabilities } from './chat-model.ts';
export { resolveCapabilities };
// STOPGAP until the providers land
export async function openEmbedder(id: string, _needs: { modelsDir: string; providers: readonly ProviderConfig[] }): Promise<EmbeddingModel> {
  if (id === 'builtin') return openBuiltin();
  throw new EngramError('NOT_FOUND', { detail: 'embedder' });
}
export function createChatProvider(config: ProviderConfig): ChatProvider {
  return { name: config.name, local: true, models: async (): Promise<Model[]> => [], stream: () => { throw new EngramError('PROVIDER_UNREACHABLE'); } };
}
export const isLocalAddress = (_kind: string, _url: string | null): boolean => true;
export async function installModel(_source: string, _dir: string, _options: { sha256?: string; signal: AbortSignal; onProgress(done: number, total: number | null): void }): Promise<void> {
  throw new EngramError('MODEL_INVALID');
}

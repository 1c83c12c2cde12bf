export { apiAddress, isLocalAddress } from './address.ts';
export { pieceBuckets, wordsIn } from './builtin/index.ts';
export { resolveCapabilities } from './capabilities.ts';
export type { ChatPart, ChatProvider, ChatRequest, ProviderConfig, ResolveCapabilities } from './chat-model.ts';
export { createChatProvider } from './chat-provider.ts';
export type { EmbeddingModel, Space } from './embedder.ts';
export { installModel, type InstallOptions } from './install.ts';
export { openEmbedder, type EmbedderNeeds } from './open-embedder.ts';
export { openQdrant, type QdrantCollection, type QdrantPoint } from './qdrant.ts';

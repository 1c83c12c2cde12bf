export type { EmbeddingModel, Space } from './embedder.ts';
export type { ChatPart, ChatProvider, ChatRequest, ProviderConfig, ResolveCapabilities } from './chat-model.ts';

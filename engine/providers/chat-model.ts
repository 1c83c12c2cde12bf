import type { Capabilities, Model, ProviderKind } from '../../contract/index.ts';
import type { Reported } from './capabilities.ts';

/** A configured provider with its key, as the vault keeps it. Never leaves the engine. */
export interface ProviderConfig {
  name: string;
  kind: ProviderKind;
  baseUrl: string | null;
  key: string | null;
}

export interface ChatRequest {
  /** Name of the model at its provider, without the provider's prefix. */
  model: string;
  system: string;
  messages: readonly { role: 'user' | 'assistant'; content: string }[];
  /** Most tokens of the reply. */
  maxOutput: number;
  signal: AbortSignal;
}

export type ChatPart =
  | { type: 'delta'; text: string }
  | { type: 'usage'; inputTokens: number; outputTokens: number };

/** A model with what its provider said of it, apart from what its name tells. */
export interface ListedModel extends Model {
  reported: Reported;
}

/**
 * A provider of chat models. Every method throws EngramError with PROVIDER_UNREACHABLE,
 * PROVIDER_KEY_REJECTED, PROVIDER_RATE_LIMITED (with retryAfterMs when told) or PROVIDER_FAILED;
 * an aborted signal ends the stream with CANCELLED.
 */
export interface ChatProvider {
  readonly name: string;
  /** True when the address is a loopback one, so nothing leaves the machine. */
  readonly local: boolean;
  models(signal?: AbortSignal): Promise<Model[]>;
  /** What the provider itself says of a model, as far as it says anything. Never throws, and waits a moment at most. */
  reported(model: string): Promise<Reported>;
  stream(request: ChatRequest): AsyncIterable<ChatPart>;
}

/** Longest-prefix look-up of what a model can do (§15.5, §17.5.2); unknown: 32,000 tokens. */
export type ResolveCapabilities = (model: string) => Capabilities;

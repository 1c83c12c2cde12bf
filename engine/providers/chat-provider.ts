import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { streamText, type LanguageModel } from 'ai';
import { createOllama } from 'ollama-ai-provider-v2';
import type { Model } from '../../contract/index.ts';
import { apiAddress, isLocalAddress } from './address.ts';
import type { ChatPart, ChatProvider, ChatRequest, ProviderConfig } from './chat-model.ts';
import { providerError } from './failures.ts';
import { fetchModels } from './model-list.ts';

/** How long a list of models, or the failure to get one, is believed. */
const LIST_TTL_MS = 30_000;
const NO_KEY = 'none';

function languageModel(config: ProviderConfig, model: string): LanguageModel {
  const baseURL = apiAddress(config.kind, config.baseUrl);
  const apiKey = config.key ?? NO_KEY;
  switch (config.kind) {
    case 'anthropic': return createAnthropic({ baseURL, apiKey })(model);
    case 'google': return createGoogle({ baseURL, apiKey })(model);
    case 'openai': return createOpenAI({ baseURL, apiKey }).chat(model);
    case 'ollama': return createOllama({ baseURL, ...(config.key && { headers: { authorization: `Bearer ${config.key}` } }) })(model);
    case 'openai-compatible':
      return createOpenAICompatible({ name: config.name, baseURL, includeUsage: true, ...(config.key && { apiKey: config.key }) })(model);
  }
}

async function* stream(config: ProviderConfig, request: ChatRequest): AsyncGenerator<ChatPart> {
  const { signal } = request;
  try {
    const result = streamText({
      model: languageModel(config, request.model),
      system: request.system,
      messages: request.messages.map(({ role, content }) => ({ role, content })),
      maxOutputTokens: request.maxOutput,
      abortSignal: signal,
      maxRetries: 0,
      // Without a handler the library prints the error, and with it the prompt.
      onError: () => {},
    });
    for await (const part of result.fullStream) {
      if (part.type === 'text-delta') yield { type: 'delta', text: part.text };
      else if (part.type === 'error') throw part.error;
      else if (part.type === 'abort') throw signal.reason;
      else if (part.type === 'finish') {
        const { inputTokens, outputTokens } = part.totalUsage;
        if (inputTokens !== undefined && outputTokens !== undefined) yield { type: 'usage', inputTokens, outputTokens };
      }
    }
  } catch (thrown) {
    throw providerError(thrown, signal);
  }
}

/** One list per provider and key is shared by all who ask within half a minute. */
const lists = new Map<string, { at: number; models: Promise<Model[]> }>();

/** A provider ready to be asked; nothing is sent before that. */
export function createChatProvider(config: ProviderConfig): ChatProvider {
  const identity = JSON.stringify([config.name, config.kind, config.baseUrl, config.key !== null]);
  return {
    name: config.name,
    local: isLocalAddress(config.kind, config.baseUrl),
    models: (signal) => {
      const known = lists.get(identity);
      if (known && performance.now() - known.at < LIST_TTL_MS) return known.models;
      const models = fetchModels(config, signal);
      lists.set(identity, { at: performance.now(), models });
      // A failure is not remembered: the person may just have started the server or changed the key.
      models.catch(() => lists.delete(identity));
      return models;
    },
    stream: (request) => stream(config, request),
  };
}

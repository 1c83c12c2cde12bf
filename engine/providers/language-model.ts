import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogle } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';
import { createOllama } from 'ollama-ai-provider-v2';
import type { ProviderConfig } from './chat-model.ts';
import { apiAddress } from './address.ts';

/**
 * Stands in for a key that was never entered. The packages would otherwise look for one in the
 * environment, and a key the person did not give to Engram must not be used.
 */
const NO_KEY = 'none';

/**
 * Redirects are not followed: they would carry the prompt, and the headers with the key, to an
 * address nobody configured.
 */
const direct: typeof fetch = (input, init) => fetch(input, { ...init, redirect: 'manual' });

/** The model of a provider, as the `ai` package calls it. */
export function languageModel(config: ProviderConfig, model: string): LanguageModel {
  const baseURL = apiAddress(config.kind, config.baseUrl);
  const apiKey = config.key ?? NO_KEY;
  switch (config.kind) {
    case 'ollama':
      return createOllama({ baseURL, fetch: direct, headers: config.key === null ? {} : { Authorization: `Bearer ${config.key}` } })(model);
    case 'openai':
      return createOpenAI({ baseURL, apiKey, fetch: direct }).chat(model);
    case 'openai-compatible':
      return createOpenAICompatible({ name: config.name, baseURL, includeUsage: true, fetch: direct, ...(config.key === null ? {} : { apiKey }) })(model);
    case 'anthropic':
      return createAnthropic({ baseURL, apiKey, fetch: direct })(model);
    case 'google':
      return createGoogle({ baseURL, apiKey, fetch: direct })(model);
  }
}

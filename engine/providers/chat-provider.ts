import { streamText } from 'ai';
import { EngramError } from '../../contract/index.ts';
import { isLocalAddress } from './address.ts';
import type { ChatPart, ChatProvider, ChatRequest, ListedModel, ProviderConfig } from './chat-model.ts';
import { providerError } from './failures.ts';
import { languageModel } from './language-model.ts';
import { fetchModels } from './model-list.ts';
import { reportedOf } from './reported.ts';

/** How long a list of models is believed. */
const LIST_TTL_MS = 30_000;

async function* stream(config: ProviderConfig, request: ChatRequest): AsyncGenerator<ChatPart> {
  const { signal } = request;
  // A reader that leaves early must stop the provider too, which else goes on writing and charging.
  const left = new AbortController();
  try {
    if (signal.aborted) throw new EngramError('CANCELLED');
    const result = streamText({
      model: languageModel(config, request.model),
      ...(request.system === '' ? {} : { instructions: request.system }),
      messages: request.messages.map(({ role, content }) => ({ role, content })),
      maxOutputTokens: request.maxOutput,
      abortSignal: AbortSignal.any([signal, left.signal]),
      maxRetries: 0,
      telemetry: { isEnabled: false },
      // Without a handler the library prints the error, and with it the prompt.
      onError: () => {},
    });
    for await (const part of result.stream) {
      if (part.type === 'text-delta') {
        if (part.text !== '') yield { type: 'delta', text: part.text };
      } else if (part.type === 'error') throw part.error;
      else if (part.type === 'abort') throw new EngramError('CANCELLED');
      else if (part.type === 'finish') {
        const { inputTokens, outputTokens } = part.totalUsage;
        if (inputTokens !== undefined && outputTokens !== undefined) yield { type: 'usage', inputTokens, outputTokens };
      }
    }
    if (signal.aborted) throw new EngramError('CANCELLED');
  } catch (thrown) {
    throw providerError(thrown, signal);
  } finally {
    left.abort();
  }
}

/** One list per provider is shared by all who ask within half a minute; another key asks again. */
const lists = new Map<string, { at: number; key: string | null; models: Promise<ListedModel[]> }>();

/** A provider ready to be asked; nothing is sent before that. */
export function createChatProvider(config: ProviderConfig): ChatProvider {
  const identity = JSON.stringify([config.name, config.kind, config.baseUrl]);
  const list = (): Promise<ListedModel[]> => {
    let known = lists.get(identity);
    if (!known || known.key !== config.key || performance.now() - known.at >= LIST_TTL_MS) {
      // Nobody's signal goes in, because others may be waiting for the same list; it has a time limit.
      const fresh = { at: performance.now(), key: config.key, models: fetchModels(config) };
      known = fresh;
      lists.set(identity, fresh);
      // A failure is not remembered: the person may just have started the server or changed the key.
      fresh.models.catch(() => {
        if (lists.get(identity) === fresh) lists.delete(identity);
      });
    }
    return known.models;
  };
  return {
    name: config.name,
    local: isLocalAddress(config.kind, config.baseUrl),
    async models(signal) {
      if (signal?.aborted) throw new EngramError('CANCELLED');
      const models = await list();
      if (signal?.aborted) throw new EngramError('CANCELLED');
      return models.map(({ reported: _reported, ...model }) => model);
    },
    reported: (model) => reportedOf(config, model, list),
    stream: (request) => stream(config, request),
  };
}

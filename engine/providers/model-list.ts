import { z } from 'zod';
import { EngramError, type Model } from '../../contract/index.ts';
import { apiAddress, isLocalAddress } from './address.ts';
import { resolveCapabilities } from './capabilities.ts';
import type { ProviderConfig } from './chat-model.ts';
import { providerError, statusError } from './failures.ts';

const LIST_TIMEOUT_MS = 5000;
const MOST_MODELS = 500;

const named = z.object({ models: z.array(z.object({ name: z.string() }).loose()) });
const identified = z.object({ data: z.array(z.object({ id: z.string() }).loose()) });

/** Where each protocol lists its models, and with which headers. */
function listRequest(config: ProviderConfig): { url: string; headers: Record<string, string> } {
  const base = apiAddress(config.kind, config.baseUrl);
  const { key } = config;
  switch (config.kind) {
    case 'ollama': return { url: `${base}/tags`, headers: key ? { authorization: `Bearer ${key}` } : {} };
    case 'anthropic': return { url: `${base}/models?limit=100`, headers: { 'anthropic-version': '2023-06-01', ...(key && { 'x-api-key': key }) } };
    case 'google': return { url: `${base}/models?pageSize=200`, headers: key ? { 'x-goog-api-key': key } : {} };
    default: return { url: `${base}/models`, headers: key ? { authorization: `Bearer ${key}` } : {} };
  }
}

/** Names of the models a provider offers, as it spells them. Throws what ChatProvider documents. */
export async function fetchModelNames(config: ProviderConfig, signal?: AbortSignal): Promise<string[]> {
  const { url, headers } = listRequest(config);
  const timeout = AbortSignal.timeout(LIST_TIMEOUT_MS);
  try {
    const response = await fetch(url, { headers, redirect: 'error', signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
    if (!response.ok) throw statusError(response.status, response.headers);
    const body: unknown = await response.json();
    const list = config.kind === 'ollama' || config.kind === 'google' ? named.safeParse(body) : identified.safeParse(body);
    if (!list.success) throw new EngramError('PROVIDER_FAILED', { detail: 'unreadable answer' });
    const names = 'models' in list.data ? list.data.models.map((m) => m.name.replace(/^models\//, '')) : list.data.data.map((m) => m.id);
    return names.slice(0, MOST_MODELS);
  } catch (thrown) {
    throw providerError(thrown, signal);
  }
}

/** The same as the contract's models. */
export async function fetchModels(config: ProviderConfig, signal?: AbortSignal): Promise<Model[]> {
  const local = isLocalAddress(config.kind, config.baseUrl);
  return (await fetchModelNames(config, signal)).map((name) => ({
    id: `${config.name}/${name}`, label: name, provider: config.name, local, capabilities: resolveCapabilities(name),
  }));
}

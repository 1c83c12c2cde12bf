import { z } from 'zod';
import { apiAddress } from './address.ts';
import type { Reported } from './capabilities.ts';
import type { ListedModel, ProviderConfig } from './chat-model.ts';
import { askJson, keyHeaders } from './http.ts';

/** A turn waits no longer than this to learn how much a model takes. */
const WAIT_MS = 1500;
/** What a provider said of a model is believed this long; a server may be started anew with another window. */
const TTL_MS = 10 * 60_000;
/** The lists of these say nothing of windows. */
const SILENT: readonly ProviderConfig['kind'][] = ['openai', 'anthropic'];

const OllamaShow = z.object({
  /** Lines such as `num_ctx 8192`: what the model is run with, unless asked otherwise. */
  parameters: z.string().optional(),
  /** The length it was trained for stands under `<architecture>.context_length`. */
  model_info: z.record(z.string(), z.unknown()).optional(),
});

const known = new Map<string, { at: number; reported: Reported }>();

/**
 * What the provider itself says of a model, asked once in ten minutes. Never throws and never waits
 * long: who does not answer has said nothing, and is asked again next time.
 */
export async function reportedOf(config: ProviderConfig, model: string, list: () => Promise<readonly ListedModel[]>): Promise<Reported> {
  if (SILENT.includes(config.kind)) return {};
  const id = JSON.stringify([config.name, config.kind, config.baseUrl, model]);
  const before = known.get(id);
  if (before !== undefined && performance.now() - before.at < TTL_MS) return before.reported;
  const asked = config.kind === 'ollama' ? showOf(config, model) : listed(config, model, list);
  let timer: NodeJS.Timeout | undefined;
  const reported = await Promise.race([asked.catch(() => null), new Promise<null>((resolve) => (timer = setTimeout(resolve, WAIT_MS, null)))]);
  clearTimeout(timer);
  if (reported === null) return before?.reported ?? {};
  known.set(id, { at: performance.now(), reported });
  return reported;
}

async function listed(config: ProviderConfig, model: string, list: () => Promise<readonly ListedModel[]>): Promise<Reported> {
  return (await list()).find(({ id }) => id === `${config.name}/${model}`)?.reported ?? {};
}

async function showOf(config: ProviderConfig, model: string): Promise<Reported> {
  const answer = OllamaShow.parse(await askJson({
    url: `${apiAddress(config.kind, config.baseUrl)}/show`, headers: keyHeaders(config.kind, config.key), body: { model }, timeoutMs: WAIT_MS,
  }));
  const run = /^num_ctx\s+(\d+)\s*$/m.exec(answer.parameters ?? '')?.[1];
  const trained = Object.entries(answer.model_info ?? {}).find(([key]) => key.endsWith('.context_length'))?.[1];
  const window = run === undefined ? trained : Number(run);
  return typeof window === 'number' && Number.isInteger(window) && window > 0 ? { contextWindow: window } : {};
}

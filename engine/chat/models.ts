import { EngramError, type Capabilities, type Model } from '../../contract/index.ts';
import type { Mind } from '../flow/index.ts';
import { createChatProvider, resolveCapabilities, type ChatProvider } from '../providers/index.ts';

/** A model ready to be asked. `provider` is null for the built-in responder. */
export interface ChatModel {
  id: string;
  name: string;
  local: boolean;
  capabilities: Capabilities;
  provider: ChatProvider | null;
}

export const BUILTIN = 'builtin';
const BUILTIN_CAPABILITIES: Capabilities = {
  contextWindow: 32_000, maxOutput: 4096, tools: false, vision: false, thinking: false, tokenizer: 'heuristic', known: true,
};

const builtinModel: Model = {
  id: BUILTIN, label: 'Built-in responder (no model)', provider: BUILTIN, local: true, capabilities: BUILTIN_CAPABILITIES,
};

const providers = async (mind: Mind): Promise<ChatProvider[]> => (await mind.vault.providers()).map(createChatProvider);

/** `provider/model` or `builtin`. Throws NOT_FOUND for an unknown provider. */
export async function resolveModel(mind: Mind, id: string): Promise<ChatModel> {
  if (id === BUILTIN) return { id, name: BUILTIN, local: true, capabilities: BUILTIN_CAPABILITIES, provider: null };
  const slash = id.indexOf('/');
  const provider = (await providers(mind)).find((p) => p.name === id.slice(0, slash));
  if (slash < 1 || !provider) throw new EngramError('NOT_FOUND', { detail: 'model' });
  const name = id.slice(slash + 1);
  return { id, name, local: provider.local, capabilities: resolveCapabilities(name, await provider.reported(name), mind.settings()['models.facts']), provider };
}

/**
 * The same for a model that no provider has, by its name alone, so that its window can be tried. It
 * counts as a cloud model, and cannot be asked.
 */
export async function resolveByName(mind: Mind, id: string): Promise<ChatModel> {
  if (id === BUILTIN || (await mind.vault.providers()).some(({ name }) => id.startsWith(`${name}/`))) return resolveModel(mind, id);
  return { id, name: id, local: false, capabilities: resolveCapabilities(id, {}, mind.settings()['models.facts']), provider: null };
}

/** The responder first, then what every reachable provider offers. */
export async function listModels(mind: Mind): Promise<{ models: Model[]; unreachable: { provider: string; reason: string }[] }> {
  const all = await providers(mind);
  const answers = await Promise.allSettled(all.map((provider) => provider.models()));
  const facts = mind.settings()['models.facts'];
  const models = [builtinModel, ...answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value.map((model) => withFacts(model, facts)) : []))];
  const unreachable = answers.flatMap((answer, i) =>
    answer.status === 'rejected' ? [{ provider: all[i]!.name, reason: answer.reason instanceof EngramError ? answer.reason.message : 'It failed.' }] : []);
  return { models, unreachable };
}

/** What the person wrote goes over what the provider listed. */
function withFacts(model: Model, facts: readonly string[]): Model {
  const { contextWindow, maxOutput } = model.capabilities;
  return { ...model, capabilities: resolveCapabilities(model.id.slice(model.provider.length + 1), { contextWindow, maxOutput }, facts) };
}

/** Asks for one word. Throws what the provider throws. */
export async function testModel(mind: Mind, id: string, signal: AbortSignal): Promise<{ ok: true; ms: number; reply: string }> {
  const model = await resolveModel(mind, id);
  const start = performance.now();
  if (!model.provider) return { ok: true, ms: 0, reply: 'ready' };
  let reply = '';
  for await (const part of model.provider.stream({
    model: model.name, system: 'Answer with one word.', messages: [{ role: 'user', content: 'Say: ready' }], maxOutput: 32, signal,
  })) if (part.type === 'delta') reply += part.text;
  return { ok: true, ms: performance.now() - start, reply: reply.slice(0, 100) };
}

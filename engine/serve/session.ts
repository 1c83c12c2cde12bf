import { EngramError, Settings, settingKeys, type MemoryId, type Settings as SettingsOf } from '../../contract/index.ts';
import { Chat } from '../chat/index.ts';
import { VectorIndex } from '../cortex/index.ts';
import { erase, type Mind } from '../flow/index.ts';
import { createIds, type Clock, type Log } from '../kernel/index.ts';
import { backfill, JobRunner } from '../jobs/index.ts';
import { openEmbedder, type EmbeddingModel, type ProviderConfig } from '../providers/index.ts';
import { SensoryRing } from '../sensory/index.ts';
import { vaultPaths, type Vault } from '../vault/index.ts';
import type { EventHub } from './hub.ts';

const DAY_MS = 86_400_000;
const SWEEP_BATCH = 500;

/** Everything that exists only while a vault is open. */
export class OpenSession {
  readonly vault: Vault;
  readonly mind: Mind;
  readonly chat: Chat;
  readonly jobs: JobRunner;
  readonly #log: Log;
  readonly #hub: EventHub;
  #settings: SettingsOf;
  #embedding: { model: EmbeddingModel; index: VectorIndex };
  #loading: Promise<void> = Promise.resolve();
  #retry: NodeJS.Timeout | null = null;

  private constructor(needs: { vault: Vault; clock: Clock; log: Log; hub: EventHub; settings: SettingsOf; embedding: { model: EmbeddingModel; index: VectorIndex } }) {
    this.vault = needs.vault;
    this.#log = needs.log;
    this.#hub = needs.hub;
    this.#settings = needs.settings;
    this.#embedding = needs.embedding;
    const newId = createIds();
    const emit = (event: Parameters<EventHub['emit']>[0]) => this.#hub.emit(event);
    this.mind = {
      vault: this.vault, ring: new SensoryRing(), clock: needs.clock, newId, log: needs.log, emit,
      embedding: () => this.#embedding, settings: () => this.#settings,
    };
    this.chat = new Chat(this.mind);
    this.jobs = new JobRunner({ vault: this.vault, clock: needs.clock, newId, log: needs.log, emit });
  }

  /** Reads settings, opens the embedding model and starts loading the codes; recall works meanwhile. */
  static async start(vault: Vault, clock: Clock, log: Log, hub: EventHub): Promise<OpenSession> {
    const settings = await readSettings(vault, log);
    const embedding = await openEmbedding(vault, settings.embedder, log);
    const session = new OpenSession({ vault, clock, log, hub, settings, embedding });
    session.#load();
    return session;
  }

  get settings(): SettingsOf {
    return this.#settings;
  }

  async saveSettings(values: Record<string, string | null>): Promise<SettingsOf> {
    await this.vault.write('saveSettings', values);
    this.#settings = await readSettings(this.vault, this.#log);
    this.#hub.emit({ type: 'settings' });
    return this.#settings;
  }

  providers(): Promise<ProviderConfig[]> {
    return this.vault.providers();
  }

  /** Makes another model the current one. What lacks a vector in its space is embedded in the background. */
  async useEmbedder(id: string): Promise<void> {
    const next = await openEmbedding(this.vault, id, this.#log, true);
    await this.saveSettings({ embedder: JSON.stringify(id) });
    const old = this.#embedding;
    this.#embedding = next;
    await this.#loading;
    old.index.wipe();
    await old.model.close();
    this.#load();
    this.#hub.emit({ type: 'models' });
  }

  /** Resolves when the codes are loaded and nothing waits for a vector. For measurements and tests. */
  async settled(): Promise<void> {
    await this.#loading;
  }

  #load(): void {
    const { index } = this.#embedding;
    this.#loading = index.load(this.vault).then(() => this.#sweepShelf()).then(() => this.embedMissing()).catch(() => this.#log('error', 'index_not_loaded'));
  }

  /** What lay on the shelf longer than the person set is erased for good. */
  async #sweepShelf(): Promise<void> {
    const before = this.mind.clock.now() - this.#settings['forget.shelfDays'] * DAY_MS;
    const expired = await this.vault.read('expiredOnShelf', { before, limit: SWEEP_BATCH });
    if (expired.length > 0) await erase(this.mind, { kind: 'person', local: true }, expired as MemoryId[]);
  }

  /** Starts a job when memories wait for a vector; tries again later when the model is away. */
  async embedMissing(): Promise<void> {
    const { model, index } = this.#embedding;
    const missing = await this.vault.read('withoutVector', { space: index.space, limit: 1 });
    if (missing.length === 0) return;
    if (!(await model.available())) return this.#later();
    const job = await this.jobs.start({
      kind: 'embed', label: 'Embedding memories', input: { space: model.space.name },
      run: (progress, signal) => backfill(this.vault, model, index, progress, signal),
    });
    void this.jobs.finished(job).then((ended) => ended.state === 'failed' && this.#later());
  }

  #later(): void {
    const RETRY_MS = 30_000;
    if (this.#retry) clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.embedMissing().catch(() => {}), RETRY_MS);
    this.#retry.unref();
  }

  /** Answers are kept, jobs paused, memory overwritten, the file closed, the keys wiped. */
  async close(): Promise<void> {
    if (this.#retry) clearTimeout(this.#retry);
    await this.chat.close();
    await this.jobs.close();
    this.mind.ring.wipe();
    this.#embedding.index.wipe();
    await this.#loading.catch(() => {});
    await this.vault.close();
    await this.#embedding.model.close();
  }
}

/** Stored values that are not allowed any more fall back to their default, with a word in the log. */
async function readSettings(vault: Vault, log: Log): Promise<SettingsOf> {
  const stored = await vault.read('storedSettings');
  const values: Record<string, unknown> = {};
  for (const key of settingKeys) {
    if (stored[key] === undefined) continue;
    const parsed = Settings.shape[key].safeParse(safeJson(stored[key]));
    if (parsed.success) values[key] = parsed.data;
    else log('warn', 'setting_ignored', { what: key, code: 'CONFIG_INVALID' });
  }
  return Settings.parse(values);
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A model that cannot be opened gives way to the built-in one, unless it was just asked for. */
async function openEmbedding(vault: Vault, id: string, log: Log, strict = false): Promise<{ model: EmbeddingModel; index: VectorIndex }> {
  const needs = { modelsDir: vaultPaths(vault.dir).models, providers: await vault.providers() };
  let model: EmbeddingModel;
  try {
    model = await openEmbedder(id, needs);
  } catch (error) {
    if (strict || id === 'builtin') throw error;
    log('warn', 'embedder_not_opened', { code: error instanceof EngramError ? error.code : 'INTERNAL' });
    model = await openEmbedder('builtin', needs);
  }
  const space = await vault.write('ensureSpace', model.space);
  return { model, index: new VectorIndex(space, model.space.dimensions) };
}


import { EngramError, Settings, settingKeys, type MemoryId, type Settings as SettingsOf } from '../../contract/index.ts';
import { Chat } from '../chat/index.ts';
import { VectorIndex } from '../cortex/index.ts';
import { Approvals, erase, Trail, type CurrentEmbedding, type Mind } from '../flow/index.ts';
import { createIds, type Clock, type Log } from '../kernel/index.ts';
import { backfill, JobRunner } from '../jobs/index.ts';
import { openEmbedder, type ProviderConfig } from '../providers/index.ts';
import { SensoryRing } from '../sensory/index.ts';
import { vaultPaths, type Vault } from '../vault/index.ts';
import { Copies } from './copies.ts';
import type { EventHub } from './hub.ts';

const DAY_MS = 86_400_000;
const SWEEP_BATCH = 500;
const RETRY_MS = 30_000;

interface SessionNeeds {
  vault: Vault;
  clock: Clock;
  log: Log;
  hub: EventHub;
  /** Pause between two tries to reach an embedding model that is away. */
  retryMs?: number | undefined;
}

/** Everything that exists only while a vault is open. */
export class OpenSession {
  readonly vault: Vault;
  readonly mind: Mind;
  readonly chat: Chat;
  readonly jobs: JobRunner;
  readonly copies: Copies;
  readonly #log: Log;
  readonly #hub: EventHub;
  #settings: SettingsOf;
  readonly #retryMs: number;
  #embedding: CurrentEmbedding;
  #loading: Promise<void> = Promise.resolve();
  #closed = false;
  /** The index whose memories a job is embedding. */
  #filling: VectorIndex | null = null;
  #backfillTimer: NodeJS.Timeout | null = null;
  #chosenTimer: NodeJS.Timeout | null = null;

  private constructor(needs: SessionNeeds & { settings: SettingsOf; embedding: CurrentEmbedding }) {
    this.vault = needs.vault;
    this.#log = needs.log;
    this.#hub = needs.hub;
    this.#settings = needs.settings;
    this.#embedding = needs.embedding;
    this.#retryMs = needs.retryMs ?? RETRY_MS;
    const newId = createIds();
    const emit = (event: Parameters<EventHub['emit']>[0]) => this.#hub.emit(event);
    this.mind = {
      vault: this.vault, ring: new SensoryRing(), clock: needs.clock, newId, log: needs.log, emit,
      embedding: () => this.#embedding, settings: () => this.#settings, embedLater: () => this.#later(),
      trail: new Trail(needs.vault, needs.clock), approvals: new Approvals(), copiesAreStale: () => this.copies.stale(), replaceCopies: () => this.copies.replace(true),
    };
    this.chat = new Chat(this.mind);
    this.copies = new Copies(needs.vault, needs.clock, needs.log);
    this.jobs = new JobRunner({ vault: this.vault, clock: needs.clock, newId, log: needs.log, emit });
  }

  /** Reads settings, opens the embedding model and starts loading the codes; recall works meanwhile. */
  static async start(needs: SessionNeeds): Promise<OpenSession> {
    const settings = await readSettings(needs.vault, needs.log);
    const embedding = await openChosenOrBuiltin(needs.vault, settings.embedder, needs.log);
    const session = new OpenSession({ ...needs, settings, embedding });
    session.#load();
    session.copies.start();
    session.#awaitChosen();
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
    const next = await openEmbedding(this.vault, id);
    await this.saveSettings({ embedder: JSON.stringify(id) });
    await this.#switchTo(next);
  }

  /** Tries the chosen model again while the built-in one stands in for it; the setting stays as it is. */
  async retryEmbedder(): Promise<void> {
    if (this.#closed || !this.#embedding.standsIn) return;
    const { embedder } = this.#settings;
    const next = await openEmbedding(this.vault, embedder).catch(() => null);
    // Meanwhile the person may have chosen again, or locked.
    if (this.#closed || !this.#embedding.standsIn || this.#settings.embedder !== embedder) return next?.model.close();
    if (!next) return this.#awaitChosen();
    this.#log('info', 'embedder_is_back');
    await this.#switchTo(next);
  }

  #awaitChosen(): void {
    if (this.#closed || !this.#embedding.standsIn) return;
    if (this.#chosenTimer) clearTimeout(this.#chosenTimer);
    this.#chosenTimer = setTimeout(() => void this.retryEmbedder().catch(() => this.#awaitChosen()), this.#retryMs);
    this.#chosenTimer.unref();
  }

  async #switchTo(next: CurrentEmbedding): Promise<void> {
    const old = this.#embedding;
    this.#embedding = next;
    await this.#loading;
    old.index.wipe();
    await old.model.close();
    if (this.#closed) return;
    this.#load();
    this.#hub.emit({ type: 'models' });
  }

  /** Resolves when the codes are loaded and nothing waits for a vector. For measurements and tests. */
  async settled(): Promise<void> {
    await this.#loading;
  }

  #load(): void {
    const { index } = this.#embedding;
    this.#loading = index.load().then(() => this.#sweepShelf()).then(() => this.embedMissing()).catch(() => this.#log('error', 'index_not_loaded'));
  }

  /** What lay on the shelf longer than the person set is erased for good. */
  async #sweepShelf(): Promise<void> {
    if (this.vault.readOnly !== null) return;
    const before = this.mind.clock.now() - this.#settings['forget.shelfDays'] * DAY_MS;
    const expired = await this.vault.read('expiredOnShelf', { before, limit: SWEEP_BATCH });
    if (expired.length > 0) await erase(this.mind, { kind: 'person', local: true }, expired as MemoryId[]);
  }

  /** Starts a job when memories wait for a vector; tries again later when the model is away. */
  async embedMissing(): Promise<void> {
    const { model, index } = this.#embedding;
    // A job under way goes on until nothing is missing.
    if (this.#closed || this.#filling === index) return;
    const missing = await this.vault.read('withoutVector', { space: index.space, limit: 1 });
    const sealed = model.local ? await this.vault.read('withoutSealedVector', { space: index.space, limit: 1 }) : [];
    if (missing.length + sealed.length === 0 || this.vault.readOnly !== null) return;
    if (!(await model.available())) return this.#later();
    this.#filling = index;
    const job = await this.jobs.start({
      kind: 'embed', label: 'Embedding memories', input: { space: model.space.name },
      run: (progress, signal) => backfill(this.vault, model, index, progress, signal),
    });
    void this.jobs.finished(job).then((ended) => {
      if (this.#filling === index) this.#filling = null;
      if (ended.state === 'failed') this.#later();
    }, () => {});
  }

  /** One timer at a time, and never put off: whoever keeps storing must not keep the job away. */
  #later(): void {
    if (this.#closed) return;
    this.#backfillTimer ??= setTimeout(() => {
      this.#backfillTimer = null;
      void this.embedMissing().catch(() => this.#later());
    }, this.#retryMs).unref();
  }

  /** Answers are kept, jobs paused, memory overwritten, the file closed, the keys wiped. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of [this.#backfillTimer, this.#chosenTimer]) if (timer) clearTimeout(timer);
    await this.copies.close();
    await this.chat.close();
    await this.jobs.close();
    await this.mind.trail.flush();
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

/** Longest an unlock waits for a server; it goes on with the built-in model then. */
const SERVER_WAIT_MS = 5000;

/** Throws what the model throws. */
async function openEmbedding(vault: Vault, id: string, standsIn = false): Promise<CurrentEmbedding> {
  const model = await openEmbedder(id, { modelsDir: vaultPaths(vault.dir).models, providers: await vault.providers() });
  try {
    // An old file stays as it is; without its space only words find in it.
    const space = vault.readOnly === 'rolled_back' ? await vault.read('spaceNumber', { name: model.space.name }) : await vault.write('ensureSpace', { ...model.space, model: id });
    return { model, index: new VectorIndex(vault, { ...model.space, id: space }), standsIn };
  } catch (error) {
    await model.close();
    throw error;
  }
}

/** A model that cannot be opened, or not soon enough, gives way to the built-in one. */
async function openChosenOrBuiltin(vault: Vault, id: string, log: Log): Promise<CurrentEmbedding> {
  if (id === 'builtin') return openEmbedding(vault, id);
  const chosen = openEmbedding(vault, id);
  try {
    return await (id.includes('/') ? inTime(chosen, SERVER_WAIT_MS) : chosen);
  } catch (error) {
    log('warn', 'embedder_not_opened', { code: error instanceof EngramError ? error.code : 'INTERNAL' });
    // One that comes too late is asked again.
    void chosen.then(({ model }) => model.close(), () => {});
    return openEmbedding(vault, 'builtin', true);
  }
}

async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new EngramError('EMBEDDER_UNAVAILABLE')), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

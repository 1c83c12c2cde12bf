import { EngramError, Settings, settingKeys, type MemoryId, type Settings as SettingsOf } from '../../contract/index.ts';
import { Chat } from '../chat/index.ts';
import { VectorIndex, type Pressure } from '../cortex/index.ts';
import { Anticipation, Approvals, CrossEncoders, erase, readTimes, Trail, WorkingMemory, type CurrentEmbedding, type Mind } from '../flow/index.ts';
import { createIds, type Clock, type Log } from '../kernel/index.ts';
import { backfill, JobRunner } from '../jobs/index.ts';
import { openEmbedder, type EmbeddingModel, type ProviderConfig } from '../providers/index.ts';
import { SensoryRing } from '../sensory/index.ts';
import { vaultPaths, type Vault } from '../vault/index.ts';
import { Copies } from './copies.ts';
import type { EventHub } from './hub.ts';
import { Levels } from './levels.ts';
import { MemoryMonitor, type MemoryReading } from './memory-pressure.ts';
import { backendMaker } from './vector-backends.ts';

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
  /** What there is of memory; measured when left out. */
  readMemory?: (() => MemoryReading) | undefined;
}

/** Everything that exists only while a vault is open. */
export class OpenSession {
  readonly vault: Vault;
  readonly mind: Mind;
  readonly chat: Chat;
  readonly jobs: JobRunner;
  readonly copies: Copies;
  readonly levels: Levels;
  readonly memory: MemoryMonitor;
  readonly #crossEncoders: CrossEncoders;
  readonly #log: Log;
  readonly #hub: EventHub;
  readonly #steering: Steering;
  readonly #open: OpenEmbedding;
  readonly #retryMs: number;
  #embedding: CurrentEmbedding;
  #loading: Promise<void> = Promise.resolve();
  #closed = false;
  /** The index whose memories a job is embedding. */
  #filling: VectorIndex | null = null;
  #backfillTimer: NodeJS.Timeout | null = null;
  #chosenTimer: NodeJS.Timeout | null = null;

  private constructor(needs: SessionNeeds & { steering: Steering; embedding: CurrentEmbedding }) {
    this.vault = needs.vault;
    this.#log = needs.log;
    this.#hub = needs.hub;
    this.#steering = needs.steering;
    this.#open = opener(needs, needs.steering);
    this.#embedding = needs.embedding;
    this.#retryMs = needs.retryMs ?? RETRY_MS;
    this.#crossEncoders = new CrossEncoders({ rerankersDir: vaultPaths(needs.vault.dir).rerankers, settings: () => this.#steering.settings, providers: () => this.vault.providers() });
    const newId = createIds();
    const emit = (event: Parameters<EventHub['emit']>[0]) => {
      this.#hub.emit(event);
      this.levels.heard(event);
    };
    this.mind = {
      vault: this.vault, ring: new SensoryRing(), working: new WorkingMemory(() => this.mind), ahead: new Anticipation(() => this.mind), crossEncoders: this.#crossEncoders, clock: needs.clock, newId, log: needs.log, emit,
      embedding: () => this.#embedding, settings: () => this.#steering.settings, embedLater: () => this.#later(),
      trail: new Trail(needs.vault, needs.clock), approvals: new Approvals(), copiesAreStale: () => this.copies.stale(), replaceCopies: () => this.copies.replace(true),
    };
    this.chat = new Chat(this.mind);
    this.copies = new Copies(needs.vault, needs.clock, needs.log);
    this.memory = new MemoryMonitor((level) => void this.#shed(level), needs.readMemory);
    this.jobs = new JobRunner({ vault: this.vault, clock: needs.clock, newId, log: needs.log, emit });
    this.levels = new Levels({ mind: this.mind, jobs: this.jobs, busy: () => this.chat.busy, idleMs: this.#retryMs });
  }

  /** Reads settings, opens the embedding model and starts loading the codes; recall works meanwhile. */
  static async start(needs: SessionNeeds): Promise<OpenSession> {
    const steering: Steering = { settings: await readSettings(needs.vault, needs.log), pressure: 'normal' };
    const embedding = await openChosenOrBuiltin(opener(needs, steering), steering.settings.embedder, needs.log);
    const session = new OpenSession({ ...needs, steering, embedding });
    session.#load();
    void session.#resumeMigration();
    session.copies.start();
    session.levels.later();
    session.#awaitChosen();
    return session;
  }

  get settings(): SettingsOf {
    return this.#steering.settings;
  }

  async saveSettings(values: Record<string, string | null>): Promise<SettingsOf> {
    await this.vault.write('saveSettings', values);
    this.#steering.settings = await readSettings(this.vault, this.#log);
    void this.#embedding.index.reconsider();
    this.#hub.emit({ type: 'settings' });
    this.levels.later();
    return this.#steering.settings;
  }

  providers(): Promise<ProviderConfig[]> {
    return this.vault.providers();
  }

  /** Makes another model the current one. What lacks a vector in its space is embedded in the background. */
  async useEmbedder(id: string): Promise<void> {
    const next = await this.#open(id);
    await this.saveSettings({ embedder: JSON.stringify(id) });
    await this.#switchTo(next);
  }

  /** Tries the chosen model again while the built-in one stands in for it; the setting stays as it is. */
  async retryEmbedder(): Promise<void> {
    if (this.#closed || !this.#embedding.standsIn) return;
    const { embedder } = this.#steering.settings;
    const next = await this.#open(embedder).catch(() => null);
    // Meanwhile the person may have chosen again, or locked.
    if (this.#closed || !this.#embedding.standsIn || this.#steering.settings.embedder !== embedder) return next?.model.close();
    if (!next) return this.#awaitChosen();
    this.#log('info', 'embedder_is_back');
    await this.#switchTo(next);
  }

  /** Vectors are kept smaller and caches emptied (§21); what shrank grows again when there is room. */
  async #shed(level: Pressure): Promise<void> {
    this.#log(level === 'normal' ? 'info' : 'warn', 'memory_pressure', { what: level });
    this.#steering.pressure = level;
    const { index } = this.#embedding;
    if (level !== 'normal') await this.vault.releaseMemory().catch(() => {});
    await Promise.all([index.reconsider(), index.previous?.index.reconsider()]);
  }

  #awaitChosen(): void {
    if (this.#closed || !this.#embedding.standsIn) return;
    if (this.#chosenTimer) clearTimeout(this.#chosenTimer);
    this.#chosenTimer = setTimeout(() => void this.retryEmbedder().catch(() => this.#awaitChosen()), this.#retryMs);
    this.#chosenTimer.unref();
  }

  /** The old model and its vectors go on answering beside the new ones until every memory has a vector of its own there (§36.5). */
  async #switchTo(next: CurrentEmbedding): Promise<void> {
    const old = this.#embedding;
    await this.#dropPrevious(old.index);
    const same = old.index.space === next.index.space;
    if (!same) next.index.previous = { model: old.model, index: old.index };
    this.#embedding = next;
    await this.#loading;
    if (same) await letGo(old);
    if (this.#closed) return;
    this.#load();
    this.#hub.emit({ type: 'models' });
  }

  /** A migration that was cut off goes on: the space that knows more is asked, too, until the current one has caught up. */
  async #resumeMigration(): Promise<void> {
    const { index, model } = this.#embedding;
    try {
      const [fuller] = await this.vault.read('fullerSpaces', { space: index.space });
      if (!fuller?.model || fuller.model === model.id) return;
      const before = await this.#open(fuller.model);
      const wanted = before.index.space === fuller.id && !this.#closed && this.#embedding.index === index && index.previous === null;
      if (!wanted) return await letGo(before);
      index.previous = before;
      await before.index.load();
      // It may have caught up meanwhile.
      await this.embedMissing();
    } catch {
      // The model of before is away: words and what is embedded so far answer.
    }
  }

  async #dropPrevious(index: VectorIndex): Promise<void> {
    const { previous } = index;
    index.previous = null;
    if (previous) await letGo(previous);
  }

  /** Resolves when the codes are loaded and nothing waits for a vector. For measurements and tests. */
  async settled(): Promise<void> {
    await this.#loading;
  }

  #load(): void {
    const { index } = this.#embedding;
    this.#loading = index.load().then(() => this.#sweepShelf()).then(() => this.embedMissing()).catch(() => this.#log('error', 'index_not_loaded'))
      .then(() => this.#readTimes()).catch(() => this.#log('error', 'times_not_read'));
  }

  /** Of memories stored before dates in texts were read. */
  async #readTimes(): Promise<void> {
    if (this.vault.readOnly === null) await readTimes(this.mind, () => this.#closed);
  }

  /** What lay on the shelf longer than the person set is erased for good. */
  async #sweepShelf(): Promise<void> {
    if (this.vault.readOnly !== null) return;
    const before = this.mind.clock.now() - this.#steering.settings['forget.shelfDays'] * DAY_MS;
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
    // Nothing is missing any more: the space of before has done its part.
    if (missing.length === 0 && index.loaded) await this.#dropPrevious(index);
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
      else if (ended.state === 'done' && this.#embedding.index === index) void this.#dropPrevious(index);
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
    this.memory.stop();
    for (const timer of [this.#backfillTimer, this.#chosenTimer]) if (timer) clearTimeout(timer);
    this.levels.close();
    await this.copies.close();
    await this.chat.close();
    await this.mind.ahead.settled();
    this.mind.ahead.wipe();
    await this.mind.working.close();
    await this.#crossEncoders.close();
    await this.jobs.close();
    await this.mind.trail.flush();
    this.mind.ring.wipe();
    this.#embedding.index.wipe();
    await this.#dropPrevious(this.#embedding.index);
    await this.#loading.catch(() => {});
    await this.#embedding.index.close();
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

/** What the choice of a backend goes by, as it is now. */
interface Steering {
  settings: SettingsOf;
  pressure: Pressure;
}

/** Throws what the model throws. */
type OpenEmbedding = (id: string, standsIn?: boolean) => Promise<CurrentEmbedding>;

function opener({ vault, clock }: Pick<SessionNeeds, 'vault' | 'clock'>, steering: Steering): OpenEmbedding {
  const make = backendMaker(vault, clock, () => steering.settings);
  const wish = () => ({ wish: steering.settings['vectors.backend'], pressure: steering.pressure });
  return async (id, standsIn = false) => {
    const model = await openEmbedder(id, { modelsDir: vaultPaths(vault.dir).models, providers: await vault.providers() });
    try {
      // An old file stays as it is; without its space only words find in it.
      const space = vault.readOnly === 'rolled_back' ? await vault.read('spaceNumber', { name: model.space.name }) : await vault.write('ensureSpace', { ...model.space, model: id });
      return { model, index: new VectorIndex(vault, { ...model.space, id: space }, { make, wish }), standsIn };
    } catch (error) {
      await model.close();
      throw error;
    }
  };
}

/** A model that cannot be opened, or not soon enough, gives way to the built-in one. */
async function openChosenOrBuiltin(open: OpenEmbedding, id: string, log: Log): Promise<CurrentEmbedding> {
  if (id === 'builtin') return open(id);
  const chosen = open(id);
  try {
    return await (id.includes('/') ? inTime(chosen, SERVER_WAIT_MS) : chosen);
  } catch (error) {
    log('warn', 'embedder_not_opened', { code: error instanceof EngramError ? error.code : 'INTERNAL' });
    // One that comes too late is asked again.
    void chosen.then(({ model }) => model.close(), () => {});
    return open('builtin', true);
  }
}

async function letGo({ model, index }: { model: EmbeddingModel; index: VectorIndex }): Promise<void> {
  await index.close();
  await model.close();
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

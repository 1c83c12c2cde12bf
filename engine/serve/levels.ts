import type { EngineEvent, Settings } from '../../contract/index.ts';
import { resolveModel, type ChatModel } from '../chat/index.ts';
import type { Mind } from '../flow/index.ts';
import { remakeLevels, type JobRunner, type LevelsModel } from '../jobs/index.ts';
import { wholeReply } from '../providers/index.ts';

/** Tokens of a reply. */
const MOST_REPLY = 600;
const MOST_REPLY_CHARS = 10_000;
const REPLY_MS = 120_000;
const BOUNDARY_CHARS = 8;

interface Needs {
  mind: Mind;
  jobs: JobRunner;
  /** Whether an answer is being written; the person's own turn comes first. */
  busy(): boolean;
  /** How long nothing must have been stored or asked before work begins, in milliseconds. */
  idleMs: number;
}

/** Has the connected model make levels of long memories while nobody else needs it. */
export class Levels {
  readonly #needs: Needs;
  #timer: NodeJS.Timeout | null = null;
  #running = false;
  /** Something was heard while it worked. */
  #again = false;
  #closed = false;

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Something happened that may leave work here, or that puts it off. */
  heard(event: EngineEvent): void {
    if (event.type === 'settings' || event.type === 'models' || event.type === 'session' || (event.type === 'memories' && (event.change === 'added' || event.change === 'changed' || event.change === 'restored'))) this.later();
  }

  later(): void {
    this.#again = this.#running;
    if (this.#closed || this.#running || this.#needs.mind.vault.readOnly !== null) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#begin().catch(() => this.#needs.mind.log('warn', 'levels_not_made')), this.#needs.idleMs).unref();
  }

  close(): void {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
  }

  async #begin(): Promise<void> {
    const { mind, jobs, busy } = this.#needs;
    if (busy()) return this.later();
    this.#running = true;
    try {
      const model = await this.#model(mind.settings());
      if (model === null || this.#closed) return;
      const due = await mind.vault.read('longTexts', { guarded: model.local, before: null, limit: 1 });
      if (due.length === 0 || this.#closed) return;
      const job = await jobs.start({
        kind: 'levels', label: 'Shortening memories', input: { model: model.id },
        run: (progress, signal) => remakeLevels({
          vault: mind.vault, boundary: () => mind.newId<string>(mind.clock.now()).slice(-BOUNDARY_CHARS).toLowerCase(),
          changed: (ids) => mind.emit({ type: 'memories', change: 'changed', ids }),
        }, model, progress, signal),
      });
      // One that failed is tried again when something else happens.
      if ((await jobs.finished(job)).state !== 'done') this.#again = false;
    } finally {
      this.#running = false;
      if (this.#again) this.later();
    }
  }

  /** The model of new chats, when it may be asked. */
  async #model(settings: Settings): Promise<LevelsModel | null> {
    if (settings['levels.model'] === 'off' || settings['chat.model'] === 'builtin') return null;
    const model = await resolveModel(this.#needs.mind, settings['chat.model']).catch(() => null);
    if (model === null || model.provider === null || !(model.local || settings['levels.model'] === 'any')) return null;
    // One that is away is no failure; it is asked when something happens again.
    const there = await model.provider.models(AbortSignal.timeout(REPLY_MS)).then(() => true, () => false);
    return !there ? null : { id: model.id, local: model.local, ask: asker(model) };
  }
}

const asker = (model: ChatModel): LevelsModel['ask'] => ({ system, message }, signal) => wholeReply(model.provider!.stream({
  model: model.name, system, messages: [{ role: 'user', content: message }], maxOutput: Math.min(MOST_REPLY, model.capabilities.maxOutput),
  signal: AbortSignal.any([signal, AbortSignal.timeout(REPLY_MS)]),
}), MOST_REPLY_CHARS);

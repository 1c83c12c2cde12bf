import { EngramError, errorBody, type EngineEvent, type Job, type JobId } from '../../contract/index.ts';
import type { Clock, Log, NewId } from '../kernel/index.ts';
import type { JobRow, Vault } from '../vault/index.ts';

/** What a running job tells of itself. */
export interface Progress {
  /** Items done so far in this and earlier runs of the job. */
  readonly done: number;
  total(items: number): void;
  /** More items are done; saved at most once a second, told a few times a second. */
  advance(items: number): void;
}

export interface Work {
  kind: Job['kind'];
  label: string;
  /** What is needed to do it again; stored as JSON and parsed again. */
  input: object;
  undoable?: boolean;
  run(progress: Progress, signal: AbortSignal, job: JobId): Promise<Record<string, string | number>>;
}

const SAVE_MS = 1000;
const TELL_MS = 250;
const RATE_MS = 3000;

interface Running {
  row: JobRow;
  stop: AbortController;
  ended: Promise<void>;
  marks: { at: number; done: number }[];
}

/** Runs jobs one beside another, keeps their rows, and stops them all for lock. */
export class JobRunner {
  readonly #vault: Vault;
  readonly #clock: Clock;
  readonly #newId: NewId;
  readonly #log: Log;
  readonly #emit: (event: EngineEvent) => void;
  readonly #running = new Map<string, Running>();

  constructor(needs: { vault: Vault; clock: Clock; newId: NewId; log: Log; emit: (event: EngineEvent) => void }) {
    this.#vault = needs.vault;
    this.#clock = needs.clock;
    this.#newId = needs.newId;
    this.#log = needs.log;
    this.#emit = needs.emit;
  }

  async start(work: Work): Promise<JobId> {
    const now = this.#clock.now();
    return this.#begin(work, {
      id: this.#newId<JobId>(now), kind: work.kind, label: work.label, state: 'running', done: 0, total: null,
      input: JSON.stringify(work.input), result: null, error: null, undoable: 0, started_at: now, ended_at: null,
    });
  }

  /** Goes on under the same id; `progress.done` starts where it stopped. */
  async resume(id: JobId, work: Work): Promise<JobId> {
    const row = await this.row(id);
    if (this.#running.has(id) || !['paused', 'failed', 'cancelled'].includes(row.state)) throw new EngramError('CONFLICT', { detail: 'the job is not paused' });
    return this.#begin(work, { ...row, state: 'running', error: null, ended_at: null });
  }

  async #begin(work: Work, row: JobRow): Promise<JobId> {
    await this.#vault.write('saveJob', row);
    const running: Running = { row, stop: new AbortController(), ended: Promise.resolve(), marks: [] };
    this.#running.set(row.id, running);
    running.ended = this.#run(work, running);
    this.#tell(running);
    return row.id as JobId;
  }

  async #run(work: Work, running: Running): Promise<void> {
    const { row, stop } = running;
    let saved = this.#clock.now();
    let told = 0;
    const progress: Progress = {
      get done() { return row.done; },
      total: (items) => { row.total = items; },
      advance: (items) => {
        row.done += items;
        const now = this.#clock.now();
        running.marks.push({ at: now, done: row.done });
        running.marks = running.marks.filter((mark) => mark.at >= now - RATE_MS);
        // Also for a job that a crash interrupts.
        row.undoable = Number(work.undoable ?? false);
        if (now - told >= TELL_MS) (told = now), this.#tell(running);
        if (now - saved >= SAVE_MS) (saved = now), void this.#vault.write('saveJob', { ...row }).catch(() => {});
      },
    };
    // Told as ended only once that is stored, so that whoever hears it can act on it.
    const end: Partial<JobRow> = {};
    try {
      end.result = JSON.stringify(await work.run(progress, stop.signal, row.id as JobId));
      end.state = 'done';
      end.undoable = Number(work.undoable ?? false);
    } catch (error) {
      const body = errorBody(stop.signal.aborted ? new EngramError('CANCELLED') : error);
      end.state = body.code === 'CANCELLED' ? 'cancelled' : 'failed';
      end.undoable = Number((work.undoable ?? false) && row.done > 0);
      end.error = body.code === 'CANCELLED' ? null : JSON.stringify(body);
      if (end.state === 'failed') this.#log('error', 'job_failed', { code: body.code, id: row.id, what: work.kind });
    }
    end.ended_at = this.#clock.now();
    await this.#vault.write('saveJob', { ...row, ...end }).catch(() => this.#log('error', 'job_not_saved', { id: row.id }));
    Object.assign(row, end);
    this.#running.delete(row.id);
    this.#tell(running);
  }

  async list(): Promise<Job[]> {
    return (await this.#vault.read('listJobs')).map((row) => this.#job(this.#running.get(row.id)?.row ?? row));
  }

  async get(id: JobId): Promise<Job> {
    return this.#job(this.#running.get(id)?.row ?? (await this.row(id)));
  }

  /** Throws NOT_FOUND. */
  async row(id: JobId): Promise<JobRow> {
    const row = await this.#vault.read('jobById', { id });
    if (!row) throw new EngramError('NOT_FOUND');
    return row;
  }

  async cancel(id: JobId): Promise<Job> {
    const running = this.#running.get(id);
    if (running) {
      running.stop.abort();
      await running.ended;
    }
    return this.get(id);
  }

  /** Marks what an undo took back. */
  async undone(id: JobId): Promise<Job> {
    await this.#vault.write('saveJob', { ...(await this.row(id)), state: 'undone', undoable: 0 });
    const job = await this.get(id);
    this.#emit({ type: 'job', id, job });
    return job;
  }

  /** Resolves when the job has ended, however. */
  async finished(id: JobId): Promise<Job> {
    await this.#running.get(id)?.ended;
    return this.get(id);
  }

  /** For lock. Interrupted jobs can be resumed. */
  async close(): Promise<void> {
    const all = [...this.#running.values()];
    for (const running of all) running.stop.abort();
    await Promise.all(all.map((running) => running.ended));
  }

  #tell(running: Running): void {
    this.#emit({ type: 'job', id: running.row.id as JobId, job: this.#job(running.row) });
  }

  #job(row: JobRow): Job {
    const marks = this.#running.get(row.id)?.marks ?? [];
    const [first, last] = [marks[0], marks.at(-1)];
    const rate = first && last && last.at > first.at ? ((last.done - first.done) * 1000) / (last.at - first.at) : null;
    return {
      id: row.id as JobId, kind: row.kind, label: row.label, state: row.state, done: row.done, total: row.total, rate,
      secondsLeft: rate && row.total !== null ? Math.max(0, (row.total - row.done) / rate) : null,
      result: row.result === null ? null : JSON.parse(row.result), error: row.error === null ? null : JSON.parse(row.error),
      undoable: row.undoable === 1 && row.state !== 'running', startedAt: row.started_at, endedAt: row.ended_at,
    };
  }
}

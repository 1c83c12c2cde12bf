import { EngramError } from '../../contract/index.ts';

/** The stages of every turn, whatever its kind, in their order (§17.5.1). */
export const STAGES = ['resolve', 'recall', 'build', 'execute', 'capture', 'clean'] as const;
export type Stage = (typeof STAGES)[number];

/** What a turn takes hold of; it lets go of all of it in the end, the latest first. */
export interface Held {
  hold(release: () => void | Promise<void>): void;
}

/** How a turn ended. */
export interface Outcome {
  status: 'done' | 'stopped' | 'failed';
  /** The stage it was in: the last one that began before capture, or capture itself when that failed. */
  stage: Stage;
  error: unknown;
}

/** What a turn came to before it ended; null is what it never had. */
export interface Reached<Resolved, Built> {
  resolved: Resolved;
  built: Built | null;
  /** Whether the prompt was on its way to a model. */
  executed: boolean;
}

/** What a kind of turn does at each stage. */
export interface Work<Resolved, Recalled, Built> {
  /** Who asks what, of which model, after which turns. Until it is through, nothing of the turn is stored. */
  resolve(held: Held): Promise<Resolved>;
  recall(resolved: Resolved, held: Held): Promise<Recalled>;
  build(resolved: Resolved, recalled: Recalled): Promise<Built>;
  execute(resolved: Resolved, built: Built, held: Held): Promise<void>;
  /** Keeps what the turn leaves behind. It is never cut short, and runs for every turn that was resolved. */
  capture(reached: Reached<Resolved, Built>, outcome: Outcome): Promise<void>;
  /** Stores how it ended, for every turn that was resolved. */
  clean(resolved: Resolved, outcome: Outcome): Promise<void>;
}

/**
 * Runs a turn through its stages. A signal that is aborted ends it at the stage it is in: what that stage
 * began is finished, the next one does not begin. Whatever happens, what was taken hold of is let go of
 * once, and a release that fails keeps none of the others. Throws what `clean` throws, after that.
 */
export async function runLifecycle<Resolved, Recalled, Built>(work: Work<Resolved, Recalled, Built>, signal: AbortSignal): Promise<Outcome> {
  const releases: (() => void | Promise<void>)[] = [];
  const held: Held = { hold: (release) => void releases.push(release) };
  let stage: Stage = 'resolve';
  const enter = (next: Stage): void => {
    if (signal.aborted) throw new EngramError('CANCELLED');
    stage = next;
  };
  const ended = (error: unknown): Outcome =>
    signal.aborted || (error instanceof EngramError && error.code === 'CANCELLED') ? { status: 'stopped', stage, error: null } : { status: 'failed', stage, error };
  let reached: Reached<Resolved, Built> | null = null;
  let outcome: Outcome;
  try {
    try {
      enter('resolve');
      const resolved = await work.resolve(held);
      reached = { resolved, built: null, executed: false };
      enter('recall');
      const recalled = await work.recall(resolved, held);
      enter('build');
      const built = await work.build(resolved, recalled);
      reached = { ...reached, built };
      enter('execute');
      reached = { ...reached, executed: true };
      await work.execute(resolved, built, held);
      outcome = { status: signal.aborted ? 'stopped' : 'done', stage, error: null };
    } catch (error) {
      outcome = ended(error);
      // Without it there is no turn: who asked is told, and nothing is kept.
      if (reached === null) return outcome.status === 'stopped' ? { ...outcome, error: new EngramError('CANCELLED') } : outcome;
    }
    try {
      stage = 'capture';
      await work.capture(reached, outcome);
    } catch (error) {
      if (outcome.status === 'done') outcome = { status: 'failed', stage, error };
    }
    await work.clean(reached.resolved, outcome);
    return outcome;
  } finally {
    for (const release of releases.reverse()) await Promise.resolve().then(release).catch(() => {});
  }
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { EngramError } from '../../contract/index.ts';
import { runLifecycle, STAGES, type Outcome, type Stage } from './lifecycle.ts';

/** What happens while a stage runs. */
const happening = fc.option(fc.record({ at: fc.constantFrom(...STAGES), what: fc.constantFrom('stop' as const, 'fail' as const, 'fail and stop' as const) }));
/** How many things each stage takes hold of, and whether letting go of one of them fails. */
const holds = fc.record({ resolve: fc.nat(2), recall: fc.nat(2), execute: fc.nat(2), stubborn: fc.boolean() });

test('TURN-STAGES: whenever a turn is stopped or fails, it ends in the right way, lets go of everything once, and captures and cleans up if it was ever resolved', async () => {
  await fc.assert(fc.asyncProperty(happening, holds, async (event, { stubborn, ...held }) => {
    const stop = new AbortController();
    const log: string[] = [];
    const open = new Set<number>();
    const released: number[] = [];
    let taken = 0;
    const enter = async (stage: Stage, hold?: (release: () => void) => void): Promise<void> => {
      log.push(stage);
      for (let i = 0; i < (hold ? held[stage as keyof typeof held] ?? 0 : 0); i++) {
        const one = taken++;
        open.add(one);
        hold!(() => {
          open.delete(one);
          released.push(one);
          if (stubborn) throw new Error('will not let go');
        });
      }
      await Promise.resolve();
      if (event?.at !== stage) return;
      if (event.what !== 'fail') stop.abort();
      if (event.what !== 'stop') throw new EngramError('PROVIDER_FAILED');
    };
    let told: Outcome | null = null;
    const run = runLifecycle<string, string, string>({
      resolve: async ({ hold }) => (await enter('resolve', hold), 'resolved'),
      recall: async (_resolved, { hold }) => (await enter('recall', hold), 'recalled'),
      build: async () => (await enter('build'), 'built'),
      execute: async (_resolved, _built, { hold }) => enter('execute', hold),
      capture: async ({ resolved, built, executed }) => {
        assert.deepEqual([resolved, built !== null, executed], ['resolved', log.includes('build') && !(event?.at === 'build' && event.what !== 'stop'), log.includes('execute')]);
        await enter('capture');
      },
      clean: async (_resolved, outcome) => {
        told = outcome;
        await enter('clean');
      },
    }, stop.signal);
    const failsInClean = event?.at === 'clean' && event.what !== 'stop';
    const outcome = await run.catch((error: unknown) => (failsInClean && error instanceof EngramError ? null : assert.fail(String(error))));
    // What began is a beginning of the stages, and those after resolve are always captured and cleaned up.
    const early = event !== null && STAGES.indexOf(event.at) < STAGES.indexOf('execute') ? STAGES.indexOf(event.at) : STAGES.indexOf('execute');
    const unresolved = event?.at === 'resolve' && event.what !== 'stop';
    assert.deepEqual(log, unresolved ? ['resolve'] : [...STAGES.slice(0, early + 1), 'capture', 'clean']);
    // Everything is let go of, once, the latest first, though a release fails.
    assert.equal(open.size, 0);
    assert.deepEqual(released, Array.from({ length: taken }, (_, i) => taken - 1 - i));
    if (failsInClean) return assert.equal(outcome, null);
    if (!unresolved) assert.deepEqual(told, outcome);
    const inTime = event !== null && STAGES.indexOf(event.at) <= STAGES.indexOf('execute');
    const expected = event === null || event.at === 'clean' ? 'done' : inTime ? (event.what === 'fail' ? 'failed' : 'stopped') : event.what === 'stop' ? 'done' : 'failed';
    assert.equal(outcome!.status, expected);
    if (outcome!.status !== 'done') assert.equal(outcome!.stage, event!.at);
    assert.equal(outcome!.error !== null, outcome!.status === 'failed' || (unresolved && event.what !== 'fail'));
  }), { numRuns: 500 });
});

test('TURN-STAGES: a turn that is stopped before it began does nothing', async () => {
  const stop = new AbortController();
  stop.abort();
  const never = () => assert.fail('ran');
  const outcome = await runLifecycle({ resolve: never, recall: never, build: never, execute: never, capture: never, clean: never }, stop.signal);
  assert.deepEqual([outcome.status, outcome.stage, (outcome.error as EngramError).code], ['stopped', 'resolve', 'CANCELLED']);
});

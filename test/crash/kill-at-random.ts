import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { programOf } from './child-program.ts';

/** How often each kind of work is killed. */
export const KILLS = Number(process.env.ENGRAM_KILLS ?? 200);
/** Milliseconds after which so many rounds are given up as hanging; far more than a slow machine takes. */
export const patience = (rounds: number): number => 300_000 + rounds * 6_000;
/** Vaults that are killed side by side; starting a process is most of the time. */
export const LANES = 3;

/** What a child said before it was gone. */
export interface Said {
  /** Its whole lines after `ready`; a last line without its end was cut by the kill and is left out. */
  lines: string[];
  /** It ended by itself before it was killed. */
  finished: boolean;
  /** Milliseconds from `ready` to its end. */
  ms: number;
}

let cache: string | undefined;

/** What Node makes of the program's text, kept from the first child that ends by itself, so that later ones start in half the time. */
export function childEnvironment(): NodeJS.ProcessEnv {
  if (cache === undefined) {
    cache = mkdtempSync(join(tmpdir(), 'engram-test-compiled-'));
    const made = cache;
    process.on('exit', () => rmSync(made, { recursive: true, force: true }));
  }
  return { ...process.env, NODE_COMPILE_CACHE: cache };
}

/**
 * Starts `test/crash/<child>` and kills it without warning once `when` says so: the milliseconds to
 * wait after the given number of lines, or null to go on. Throws when the child fails on its own.
 */
async function run(child: string, args: readonly string[], when: (lines: number) => number | null): Promise<Said> {
  const started = spawn(process.execPath, [await programOf(child), ...args], { stdio: ['ignore', 'pipe', 'inherit'], env: childEnvironment() });
  let out = '';
  let lines = -1;
  let ready = 0;
  let timer: NodeJS.Timeout | undefined;
  started.stdout.on('data', (chunk: Buffer) => {
    const text = chunk.toString();
    out += text;
    lines += text.split('\n').length - 1;
    if (lines < 0) return;
    ready ||= performance.now();
    const wait = timer ? null : when(lines);
    if (wait !== null) timer = setTimeout(() => started.kill('SIGKILL'), wait);
  });
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) => started.on('close', (...how) => resolve(how)));
  clearTimeout(timer);
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`${child} failed by itself with ${code ?? signal}`);
  const said = out.split('\n').slice(0, -1);
  if (said[0] !== 'ready') throw new Error(`${child} was never ready`);
  return { lines: said.slice(1), finished: signal !== 'SIGKILL', ms: performance.now() - ready };
}

/**
 * Kills at a random moment: up to `mostMs` milliseconds after the child said `ready`, or, with
 * `mostLines`, after a random number of lines up to that, which a slow machine does not change.
 */
export function killAtRandom(child: string, args: readonly string[], mostMs: number, mostLines = 0): Promise<Said> {
  const from = Math.floor(Math.random() * (mostLines + 1));
  return run(child, args, (lines) => (lines >= from ? Math.random() * mostMs : null));
}

/** Kills as soon as the child said so many lines after `ready`. */
export const killAfter = (child: string, args: readonly string[], count: number): Promise<Said> => run(child, args, (lines) => (lines >= count ? 0 : null));

/** Lets the child end by itself. */
export const letEnd = (child: string, args: readonly string[]): Promise<Said> => run(child, args, () => null);

/** Shares `kills` rounds among vaults that are killed side by side; `lane` does one vault's share. Throws what the first lane threw, after all have ended. */
export async function inLanes(kills: number, lane: (index: number, kills: number) => Promise<void>): Promise<void> {
  const ends = await Promise.allSettled(Array.from({ length: LANES }, (_, index) => lane(index, Math.floor((kills + index) / LANES))));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

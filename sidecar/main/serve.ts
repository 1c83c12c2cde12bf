import type { SendHandle } from 'node:child_process';
import type { Socket } from 'node:net';
import { exitCodes } from '../../contract/index.ts';
import { untilAnswered } from '../../engine/serve/index.ts';
import { dataFolder, findRunning, freshAddress, removeSidecarFile } from '../client/index.ts';
import { failedStart, optionsFrom } from './begin.ts';
import { openBrowser } from './browser.ts';
import { parseFlags } from './flags.ts';
import type { Report } from './messages.ts';
import { teller } from './report.ts';
import { runSidecar, type Sidecar } from './run.ts';

/** An answer that is made is on its way after this time, in milliseconds. */
const SENDING_MS = 20;

interface Needs {
  args: readonly string[];
  /** The process that stays, whose number stands in the sidecar file. */
  supervisor: number;
  /** What the predecessor left; null for the first. */
  handover: unknown;
  listening: Promise<SendHandle | undefined>;
  /** Resolves when the supervisor has what was handed over. */
  taken: Promise<void>;
  /** Whether the end has been asked for. */
  ending: AbortSignal;
  report(what: Report, handle?: SendHandle): Promise<void>;
}

/**
 * Serves until the end is asked for or the vault is locked. Then this process holds what was typed to
 * open it, so it hands its port and its tokens over to a fresh one and ends.
 */
export async function serve({ args, supervisor, handover, listening, taken, ending, report }: Needs): Promise<{ take(socket: Socket): void; end(): void }> {
  const flags = parseFlags(args);
  const tell = teller(flags['ready-fd']);
  const dir = dataFolder(flags.dir);
  let ended = false;
  let left = false;

  const leave = async (): Promise<void> => {
    await untilAnswered(sidecar.answering, SENDING_MS);
    // Whoever opened it again meanwhile keeps it; the next lock is another one.
    if (ended || left || sidecar.isOpen()) return;
    left = true;
    const { listener, ...rest } = sidecar.handOver();
    await report({ kind: 'handover', handover: rest }, listener);
    await taken;
    await sidecar.close();
    if (!ended) process.exit(exitCodes.ok);
  };

  let sidecar: Sidecar;
  try {
    const options = await optionsFrom(flags);
    if (flags.open && (await showRunning(dir))) process.exit(exitCodes.ok);
    sidecar = await runSidecar({
      dir, ...options, pid: supervisor, onLocked: () => void (ended || leave()),
      ...(handover === null ? {} : {
        handover,
        listening: async () => {
          await report({ kind: 'prepared' });
          return listening;
        },
      }),
    });
  } catch (thrown) {
    if (ending.aborted) {
      await removeSidecarFile(dir, supervisor);
      process.exit(exitCodes.ok);
    }
    const { error, exit } = failedStart(thrown);
    tell({ ready: false, error });
    await report({ kind: 'failed', error });
    process.exit(exit);
  }
  await report({ kind: 'ready', address: sidecar.address() });
  // A token of its own: the printed one stays good for a second window.
  if (flags.open) void openBrowser(sidecar.address()).then((opened) => opened || process.stderr.write('No browser could be opened; open the address yourself.\n'));
  tell({ ready: true, port: sidecar.port });

  return {
    take: (socket) => sidecar.take(socket),
    end: () => {
      if (ended) return;
      ended = true;
      void removeSidecarFile(dir, supervisor).then(() => sidecar.close()).then(() => process.exit(exitCodes.ok));
    },
  };
}

/** Shows the sidecar that serves this folder already, if one does. */
async function showRunning(dir: string): Promise<boolean> {
  const running = await findRunning(dir);
  if (running === null) return false;
  await running.close();
  process.stderr.write(`Engram is running already, at ${await freshAddress(running.file)}\n`);
  await openBrowser(await freshAddress(running.file));
  return true;
}

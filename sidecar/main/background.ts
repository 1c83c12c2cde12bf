import { exitCodes } from '../../contract/index.ts';
import { dataFolder } from '../client/index.ts';
import { failedStart, optionsFrom } from './begin.ts';
import type { Flags } from './flags.ts';
import { teller, tellFailure } from './report.ts';
import { runSidecar } from './run.ts';

/** Whoever asked for the lock hears of it before the process ends, in milliseconds. */
const ANSWER_MS = 200;

/** Holds a vault open until it is locked; then this process has nothing left to do and ends. */
export async function holdOpen(flags: Flags): Promise<void> {
  const tell = teller(flags['ready-fd']);
  try {
    const options = await optionsFrom(flags);
    let asked = false;
    const end = () => {
      // A second request does not wait for the first to finish.
      if (asked) process.exit(exitCodes.internal);
      asked = true;
      void sidecar.close().then(() => process.exit(exitCodes.ok));
    };
    const sidecar = await runSidecar({
      dir: dataFolder(flags.dir), ...options, background: true, onLocked: () => void setTimeout(() => asked || end(), ANSWER_MS),
    });
    process.on('SIGINT', end).on('SIGTERM', end).on('SIGHUP', end);
    tell({ ready: true, port: sidecar.port });
  } catch (thrown) {
    const { error, exit } = failedStart(thrown);
    tell({ ready: false, error });
    tellFailure(error);
    process.exitCode = exit;
  }
}

import { writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { errorTable, exitCodes } from '../../contract/index.ts';
import { typedError } from '../../engine/serve/index.ts';
import { dataFolder, findRunning, freshAddress } from '../client/index.ts';
import { kitFrom, passphraseFrom } from '../keys/index.ts';
import { openBrowser } from './browser.ts';
import { runSidecar } from './run.ts';

const usage = 'usage: main.ts [--dir DIR] [--port PORT] [--unlock | --passphrase-file FILE | --passphrase-fd N | --kit-fd N] [--no-keychain] [--open] [--background --ready-fd N]';

/** Whoever asked for the lock hears of it before the process ends, in milliseconds. */
const ANSWER_MS = 200;

/** The sidecar as a program of its own. The address goes to the terminal, never to a log file. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      dir: { type: 'string' },
      port: { type: 'string' },
      'passphrase-file': { type: 'string' },
      'passphrase-fd': { type: 'string' },
      'kit-fd': { type: 'string' },
      'no-keychain': { type: 'boolean' },
      unlock: { type: 'boolean' },
      background: { type: 'boolean' },
      'ready-fd': { type: 'string' },
      open: { type: 'boolean' },
    },
  });
  const tell = teller(values['ready-fd']);
  try {
    const passphrase = await passphraseFrom({ file: values['passphrase-file'], fd: values['passphrase-fd'] });
    const kit = await kitFrom({ fd: values['kit-fd'] });
    const opens = kit !== null ? { kit } : passphrase !== null ? { passphrase } : values.unlock ? {} : null;
    const dir = dataFolder(values.dir);
    if (values.open && (await showRunning(dir))) return;
    let asked = false;
    const end = () => {
      // A second request does not wait for the first to finish.
      if (asked) process.exit(exitCodes.internal);
      asked = true;
      void sidecar.close().then(() => process.exit(exitCodes.ok));
    };
    const sidecar = await runSidecar({
      dir,
      port: Number(values.port ?? 0),
      ...(opens === null ? {} : { unlock: opens }),
      background: values.background ?? false,
      // It was started to hold the vault open, so it has nothing left to do.
      ...(values.background ? { onLocked: () => void setTimeout(() => asked || end(), ANSWER_MS) } : {}),
      ...(values['no-keychain'] ? { keychain: false } : {}),
    });
    process.on('SIGINT', end).on('SIGTERM', end).on('SIGHUP', end);
    if (!values.background) process.stderr.write(`Engram is at ${sidecar.address()}\nCtrl-C ends it.\n`);
    // A token of its own: the printed one stays good for a second window.
    if (values.open && !(await openBrowser(sidecar.address()))) process.stderr.write('No browser could be opened; open the address yourself.\n');
    tell(JSON.stringify({ ready: true, port: sidecar.port }));
  } catch (thrown) {
    const error = typedError(thrown);
    tell(JSON.stringify({ ready: false, error: { code: error.code, message: error.message, data: error.data } }));
    process.stderr.write(`${error.message} ${error.data.action}\n`);
    process.exitCode = exitCodes[errorTable[error.code].exit];
  }
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

/** Reports the outcome of the start to the process that asked for it; nobody may be listening. */
function teller(fd: string | undefined): (line: string) => void {
  return (line) => {
    if (fd === undefined) return;
    try {
      writeSync(Number(fd), `${line}\n`);
    } catch {
      // The starter has gone; the sidecar runs on.
    }
  };
}

try {
  await main();
} catch {
  process.stderr.write(`${usage}\n`);
  process.exitCode = exitCodes.usage;
}

import { writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { errorTable, exitCodes } from '../../contract/index.ts';
import { typedError } from '../../engine/serve/index.ts';
import { dataFolder } from '../client/index.ts';
import { passphraseFrom } from '../keys/index.ts';
import { runSidecar } from './run.ts';

const usage = 'usage: main.ts [--dir DIR] [--port PORT] [--unlock | --passphrase-file FILE | --passphrase-fd N] [--no-keychain] [--background --ready-fd N]';

/** The sidecar as a program of its own. The address goes to the terminal, never to a log file. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      dir: { type: 'string' },
      port: { type: 'string' },
      'passphrase-file': { type: 'string' },
      'passphrase-fd': { type: 'string' },
      'no-keychain': { type: 'boolean' },
      unlock: { type: 'boolean' },
      background: { type: 'boolean' },
      'ready-fd': { type: 'string' },
    },
  });
  const tell = teller(values['ready-fd']);
  try {
    const passphrase = await passphraseFrom({ file: values['passphrase-file'], fd: values['passphrase-fd'] });
    const sidecar = await runSidecar({
      dir: dataFolder(values.dir),
      port: Number(values.port ?? 0),
      ...(passphrase === null ? (values.unlock ? { unlock: {} } : {}) : { unlock: { passphrase } }),
      background: values.background ?? false,
      ...(values['no-keychain'] ? { keychain: false } : {}),
    });
    let asked = false;
    const end = () => {
      // A second request does not wait for the first to finish.
      if (asked) process.exit(exitCodes.internal);
      asked = true;
      void sidecar.close().then(() => process.exit(exitCodes.ok));
    };
    process.on('SIGINT', end).on('SIGTERM', end).on('SIGHUP', end);
    if (!values.background) process.stderr.write(`Engram is at ${sidecar.address()}\n`);
    tell(JSON.stringify({ ready: true, port: sidecar.port }));
  } catch (thrown) {
    const error = typedError(thrown);
    tell(JSON.stringify({ ready: false, error: { code: error.code, message: error.message, data: error.data } }));
    process.stderr.write(`${error.message} ${error.data.action}\n`);
    process.exitCode = exitCodes[errorTable[error.code].exit];
  }
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

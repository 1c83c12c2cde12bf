import { fork } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The process that reads foreign files, as the engine sees it. A host may bring its own kind. */
export interface ReaderProcess {
  readonly pid?: number | undefined;
  send(message: object): void;
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, however it ended. */
  onEnd(listener: () => void): void;
  kill(): void;
}

/** Starts the given entry file as a process of its own, with an empty environment and JSON messages. */
export type StartReader = (entry: URL) => ReaderProcess;

/** Most megabytes its JavaScript may hold; one conversation takes a few times its 16 MiB. */
const HEAP_MB = 256;

/** Where our code and its packages are: all that the process may read. It asks the engine for the bytes of the files. */
function codeFolders(): string[] {
  const packages = createRequire(import.meta.url).resolve('zod').replaceAll('\\', '/');
  return [fileURLToPath(new URL('../../../', import.meta.url)), packages.slice(0, packages.indexOf('/node_modules/') + '/node_modules/'.length)];
}

function flags(): string[] {
  const heap = `--max-old-space-size=${HEAP_MB}`;
  // Without it the process is bounded by its memory and time alone.
  if (process.versions.electron !== undefined || !process.allowedNodeEnvironmentFlags.has('--permission')) return [heap];
  return [heap, '--permission', ...codeFolders().map((folder) => `--allow-fs-read=${folder}`)];
}

/** Nothing of ours is handed down: no NODE_*, no LD_*, no secret of a shell. */
function environment(): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env;
  return {
    ...(process.platform === 'win32' && SystemRoot !== undefined && { SystemRoot }),
    ...(process.versions.electron !== undefined && { ELECTRON_RUN_AS_NODE: '1' }),
  };
}

/** The usual way: this program's own Node. It may write nowhere, start nothing and read only code. */
export const forkReader: StartReader = (entry) => {
  // Its output is closed: a message of the engine below it could quote a text.
  const child = fork(fileURLToPath(entry), [], { execArgv: flags(), env: environment(), stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'json' });
  let end = (): void => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  child.once('exit', end);
  child.once('error', end);
  return {
    pid: child.pid,
    // An error here means that it is gone, which `onEnd` tells.
    send: (message) => void (child.connected && child.send(message, () => {})),
    onMessage: (listener) => void child.on('message', listener),
    onEnd: (listener) => void ended.then(listener),
    kill: () => void child.kill('SIGKILL'),
  };
};

import { execFileSync, spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { readSidecarFile } from '../../sidecar/client/index.ts';

export const entry = fileURLToPath(new URL('../../sidecar/main/main.ts', import.meta.url));

/** The processes that a process started, whatever they have become. */
export function childrenOf(pid: number): number[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([child, parent]) => (parent === pid ? [child!] : []));
}

/** Waits until something is so; throws with the reason when it never is. */
export async function until(reason: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`never so: ${reason}`);
}

/** The sidecar as a person starts it in a terminal, and what it says. */
export class Foreground {
  readonly dir: string;
  readonly process: ChildProcess;
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  said = '';

  constructor(dir: string, args: readonly string[] = [], stdio: StdioOptions = ['ignore', 'pipe', 'pipe']) {
    this.dir = dir;
    this.process = spawn(process.execPath, [entry, '--dir', dir, '--no-keychain', ...args], { stdio, env: { ...process.env, NODE_TEST_CONTEXT: undefined } });
    this.process.stderr!.on('data', (chunk) => (this.said += String(chunk)));
    this.ended = once(this.process, 'exit').then(([code, signal]) => ({ code: code as number | null, signal: signal as NodeJS.Signals | null }));
  }

  get pid(): number {
    return this.process.pid!;
  }

  /** The one that serves; throws when there is not exactly one. */
  serving(): number {
    const children = childrenOf(this.pid);
    if (children.length !== 1) throw new Error(`${children.length} processes serve`);
    return children[0]!;
  }

  /** The printed address, as soon as there is one. */
  async address(): Promise<string> {
    await until('an address is printed', () => /#t=/.test(this.said) || this.process.exitCode !== null);
    const found = /http:\/\/\S+#t=\S+/.exec(this.said);
    if (found === null) throw new Error(`it ended: ${this.said}`);
    return found[0];
  }

  async file(): Promise<{ port: number; bearer: string; pid: number }> {
    const file = await readSidecarFile(this.dir);
    if (file === null) throw new Error('no sidecar file');
    return file;
  }

  /** One call with the bearer of the sidecar file, or another. */
  async call<T>(method: string, path: string, body?: unknown, bearer?: string): Promise<T> {
    const file = await this.file();
    const answer = await fetch(`http://127.0.0.1:${file.port}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${bearer ?? file.bearer}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  unlock(passphrase: string): Promise<{ state: string }> {
    return this.call('POST', '/vault/unlock', { passphrase });
  }

  lock(): Promise<{ state: string }> {
    return this.call('POST', '/vault/lock', {});
  }

  /** Waits until another process than this serves alone. */
  async replaced(before: number): Promise<number> {
    let serving: number[] = [];
    await until('another process serves alone', () => {
      serving = childrenOf(this.pid);
      return serving.length === 1 && serving[0] !== before;
    });
    return serving[0]!;
  }

  /** Locks and waits until another process serves alone. */
  async lockAndReplace(): Promise<number> {
    const before = this.serving();
    await this.lock();
    return this.replaced(before);
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
    this.process.kill(signal);
    return this.ended;
  }
}

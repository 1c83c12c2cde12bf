import { fork, type ChildProcess, type SendHandle } from 'node:child_process';
import { closeSync, fstatSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ErrorBody } from '../../contract/index.ts';
import { Door } from './door.ts';
import { asArguments, type Flags } from './flags.ts';
import type { Order, Report } from './messages.ts';

const entry = fileURLToPath(new URL('./serving.ts', import.meta.url));
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Descriptors of a child that are taken: the three standard ones and the channel to it. */
const taken = 4;
/** Time a process that was locked has to close its connections, in milliseconds; then it is killed. */
const closingMs = 5_000;
/** `exitCodes.internal`, without loading the contract into a process that should stay small. */
const hurried = 1;

/** How it all ended: the code or signal of the process that served last, and why a start failed. */
export interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
  failure: ErrorBody | null;
}

/**
 * Runs the sidecar in a process of its own and replaces that process with each lock, because only the
 * end of a process clears a passphrase that was typed into it. What is read here is flags and tokens:
 * a passphrase goes past this process, by file or inherited descriptor. Takes over the signals.
 */
export function supervise(flags: Flags, onReady: (address: string) => void): Promise<Ending> {
  return new Promise((resolve) => new Supervisor(flags, onReady, resolve).start());
}

/** Ends this process as the one that served ended. */
export function endAs({ code, signal }: Ending): void {
  if (signal === null) process.exit(code ?? hurried);
  process.kill(process.pid, signal);
}

class Supervisor {
  readonly #flags: Flags;
  readonly #onReady: (address: string) => void;
  readonly #resolve: (ending: Ending) => void;
  /** The process that serves or is about to. */
  #serving: ChildProcess | null = null;
  /** Processes that have handed over and are closing. */
  readonly #leaving = new Set<ChildProcess>();
  #door: Door | null = null;
  #served = false;
  #asked = false;
  readonly #ending: Ending = { code: 0, signal: null, failure: null };

  constructor(flags: Flags, onReady: (address: string) => void, resolve: (ending: Ending) => void) {
    this.#flags = flags;
    this.#onReady = onReady;
    this.#resolve = resolve;
  }

  start(): void {
    for (const signal of signals) process.on(signal, this.#onSignal);
    const { flags, descriptors } = withInherited(this.#flags);
    this.#serving = this.#begin(asArguments(flags), ['inherit', ...descriptors], null);
    // What another program handed over is for that process alone.
    for (const descriptor of descriptors) closeSync(descriptor);
  }

  #begin(args: string[], [input, ...descriptors]: ['inherit' | 'ignore', ...number[]], handover: unknown): ChildProcess {
    // Little room for young objects: 80 MB less resident memory at 10,000 memories (docs/decisions/vectors.md).
    const flags = ['--disable-sigusr1', '--max-semi-space-size=4'];
    const child = fork(entry, args, {
      execArgv: [...new Set([...process.execArgv, ...flags])],
      stdio: [input, 'inherit', 'inherit', 'ipc', ...descriptors],
    });
    child.on('message', (report: Report, handle) => this.#hear(child, report, handle));
    child.once('error', () => this.#gone(child, hurried, null));
    // What it said last may arrive after its end.
    let ended: { code: number | null; signal: NodeJS.Signals | null } | null = null;
    const gone = () => ended !== null && !child.connected && this.#gone(child, ended.code, ended.signal);
    child.once('exit', (code, signal) => {
      ended = { code, signal };
      gone();
    });
    child.once('disconnect', gone);
    tell(child, { kind: 'start', supervisor: process.pid, handover });
    return child;
  }

  #hear(child: ChildProcess, report: Report, handle: SendHandle | undefined): void {
    switch (report.kind) {
      case 'prepared':
        return this.#door?.openFor(child);
      case 'ready':
        this.#door?.passOn(child);
        this.#door = null;
        if (!this.#served) this.#onReady(report.address);
        this.#served = true;
        return;
      case 'failed':
        this.#ending.failure = report.error;
        return;
      case 'handover':
        return this.#replace(child, report.handover, new Door(handle));
    }
  }

  /** The passphrase ends with the process that was locked, whatever becomes of the next. */
  #replace(child: ChildProcess, handover: unknown, door: Door): void {
    this.#leaving.add(child);
    const late = setTimeout(() => child.kill('SIGKILL'), closingMs);
    child.once('exit', () => clearTimeout(late));
    tell(child, { kind: 'taken' });
    if (this.#asked) {
      this.#serving = null;
      return door.shut();
    }
    this.#door = door;
    const { dir, 'no-keychain': closed } = this.#flags;
    const flags = { ...(dir === undefined ? {} : { dir }), ...(closed === undefined ? {} : { 'no-keychain': closed }) };
    this.#serving = this.#begin(asArguments(flags), ['ignore'], handover);
  }

  #gone(child: ChildProcess, code: number | null, signal: NodeJS.Signals | null): void {
    this.#leaving.delete(child);
    if (child === this.#serving) {
      this.#serving = null;
      this.#door?.shut();
      Object.assign(this.#ending, { code, signal });
      for (const other of this.#leaving) tell(other, { kind: 'end' });
    }
    if (this.#serving === null && this.#leaving.size === 0) this.#finish();
  }

  readonly #onSignal = (signal: NodeJS.Signals): void => {
    const all = [...this.#leaving, ...(this.#serving === null ? [] : [this.#serving])];
    if (this.#served && !this.#asked) {
      this.#asked = true;
      for (const child of all) tell(child, { kind: 'end' });
      return;
    }
    // A start is broken off by the signal itself; a second request does not wait for the first to finish.
    for (const child of all) child.kill('SIGKILL');
    Object.assign(this.#ending, this.#asked ? { code: hurried, signal: null } : { code: null, signal });
    this.#finish();
  };

  #finish(): void {
    for (const signal of signals) process.removeListener(signal, this.#onSignal);
    this.#resolve(this.#ending);
  }
}

/** A process that is ending hears nothing any more, and need not. */
function tell(child: ChildProcess, order: Order): void {
  if (child.connected) child.send(order, () => {});
}

/**
 * The descriptors that flags name, in the order in which a child gets them, and the flags with the
 * numbers they have there. The standard ones it has anyway.
 */
function withInherited(flags: Flags): { flags: Flags; descriptors: number[] } {
  const descriptors: number[] = [];
  const renamed = { ...flags };
  for (const name of ['passphrase-fd', 'kit-fd', 'ready-fd'] as const) {
    const given = flags[name];
    if (given === undefined || !/^\d{1,4}$/.test(given) || Number(given) < 3) continue;
    const known = descriptors.indexOf(Number(given));
    // A number that is open here for no reason of the caller's may be open there for another.
    if (known < 0 && !isOpen(Number(given))) renamed[name] = 'closed';
    else renamed[name] = String(taken + (known < 0 ? descriptors.push(Number(given)) - 1 : known));
  }
  return { flags: renamed, descriptors };
}

function isOpen(descriptor: number): boolean {
  try {
    const kind = fstatSync(descriptor);
    return kind.isFile() || kind.isFIFO() || kind.isSocket() || kind.isCharacterDevice();
  } catch {
    return false;
  }
}

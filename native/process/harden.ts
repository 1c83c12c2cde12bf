import { readFileSync } from 'node:fs';
import koffi from 'koffi';

/** What keeps other programs of the same account out of this process, as read back from the system; null where it cannot be asked. */
export interface Hardening {
  /** Neither a debugger nor a core image of another process of this user. */
  notDumpable: boolean | null;
  /** No core file when the process crashes. */
  noCore: boolean | null;
  /** The signal that would open Node's debugger on a port does nothing. */
  noDebuggerSignal: boolean;
  /** Files are made for their owner only. */
  privateFiles: boolean;
}

const PRIVATE_UMASK = 0o077;
/** Numbers of the calls, from <sys/prctl.h>, <sys/resource.h> and <sys/ptrace.h>. */
const PR_GET_DUMPABLE = 3;
const PR_SET_DUMPABLE = 4;
const RLIMIT_CORE = 4;
const PT_DENY_ATTACH = 31;

type Call = (...numbers: number[]) => number;
interface Limit {
  soft: bigint | number;
  hard: bigint | number;
}

function systemCalls() {
  if (process.platform !== 'linux' && process.platform !== 'darwin') return null;
  try {
    const c = koffi.load(process.platform === 'darwin' ? '/usr/lib/libSystem.dylib' : null);
    // Named once per process: a second load of this module finds the type there.
    const limit = koffi.struct({ soft: 'uint64_t', hard: 'uint64_t' });
    return {
      prctl: process.platform === 'linux' ? (c.func('prctl', 'int', ['int', 'ulong', 'ulong', 'ulong', 'ulong']) as Call) : null,
      denyAttach: process.platform === 'darwin' ? (c.func('ptrace', 'int', ['int', 'int', 'void *', 'int']) as (...args: unknown[]) => number) : null,
      setLimit: c.func('setrlimit', 'int', ['int', koffi.pointer(limit)]) as (what: number, limit: Limit) => number,
      getLimit: c.func('getrlimit', 'int', ['int', koffi.out(koffi.pointer(limit))]) as (what: number, limit: Partial<Limit>) => number,
    };
  } catch {
    return null;
  }
}

let calls: ReturnType<typeof systemCalls> | undefined;
const system = () => (calls ??= systemCalls());

/** Closes the process to others. Before a key is loaded; works without rights of any kind and never throws. */
export function hardenProcess(): Hardening {
  process.umask(PRIVATE_UMASK);
  const found = system();
  found?.setLimit(RLIMIT_CORE, { soft: 0, hard: 0 });
  found?.prctl?.(PR_SET_DUMPABLE, 0, 0, 0, 0);
  found?.denyAttach?.(PT_DENY_ATTACH, 0, null, 0);
  return readHardening();
}

export function readHardening(): Hardening {
  const found = system();
  const limit: Partial<Limit> = {};
  const read = found?.getLimit(RLIMIT_CORE, limit) === 0;
  return {
    notDumpable: found?.prctl ? found.prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) === 0 : null,
    noCore: read ? Number(limit.soft) === 0 && Number(limit.hard) === 0 : null,
    noDebuggerSignal: process.platform === 'win32' || process.execArgv.includes('--disable-sigusr1'),
    privateFiles: process.platform === 'win32' || process.umask() === PRIVATE_UMASK,
  };
}

const KIB = 1024;

/** Bytes the system keeps out of the swap file for this process; null where it cannot be asked. */
export function lockedMemory(): number | null {
  if (process.platform !== 'linux') return null;
  try {
    const line = /^VmLck:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'));
    return line ? Number(line[1]) * KIB : null;
  } catch {
    return null;
  }
}

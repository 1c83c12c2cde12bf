import { openSync, readSync, closeSync } from 'node:fs';
import { basename } from 'node:path';

/** What a process did to the files of a vault and told the outside, in the order it was done. Names are without their folder. */
export type DiskEvent =
  | { kind: 'write'; file: string; at: number; bytes: Buffer }
  | { kind: 'truncate'; file: string; size: number }
  | { kind: 'create'; file: string }
  | { kind: 'remove'; file: string }
  | { kind: 'sync'; file: string }
  | { kind: 'sync-folder' }
  | { kind: 'told'; line: string };

/** The system calls a log must show. `-y` names the files, `-xx` writes every text as hex. */
export const STRACE = [
  '-f', '--seccomp-bpf', '-y', '-xx', '-s', '200000',
  '-e', 'trace=pwrite64,write,ftruncate,fsync,fdatasync,unlink,unlinkat,rename,renameat2,openat', '-e', 'signal=none',
];

const CHUNK = 1 << 20;

/** Lines of a file that may be larger than a string can be. */
function* linesOf(path: string): Generator<string> {
  const fd = openSync(path, 'r');
  try {
    let rest: Buffer[] = [];
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK);
      const got = chunk.subarray(0, readSync(fd, chunk));
      if (got.length === 0) break;
      let from = 0;
      for (let end = got.indexOf(10); end !== -1; end = got.indexOf(10, from)) {
        yield Buffer.concat([...rest, got.subarray(from, end)]).toString('latin1');
        rest = [];
        from = end + 1;
      }
      rest.push(got.subarray(from));
    }
    if (rest.length > 0) yield Buffer.concat(rest).toString('latin1');
  } finally {
    closeSync(fd);
  }
}

const unhex = (text: string): Buffer => Buffer.from(text.replaceAll('\\x', ''), 'hex');

/** Joins the two halves of calls that another thread interrupted; a call counts where it ended. */
function* wholeCalls(path: string): Generator<string> {
  const begun = new Map<string, string>();
  for (const line of linesOf(path)) {
    const [, thread, call] = /^(\d+)\s+(.*)$/s.exec(line) ?? [];
    if (thread === undefined || call === undefined) continue;
    if (call.endsWith('<unfinished ...>')) {
      begun.set(thread, call.slice(0, -' <unfinished ...>'.length));
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/s.exec(call);
    yield resumed ? `${begun.get(thread) ?? ''}${resumed[1]}` : call;
  }
}

/**
 * Reads what strace recorded. Only files directly in `folder` whose names pass `counts` are kept;
 * calls that failed changed nothing and are left out. What the process wrote to its standard output
 * comes as lines.
 */
export function readDiskLog(path: string, folder: string, counts: (file: string) => boolean): DiskEvent[] {
  const events: DiskEvent[] = [];
  const there = (name: string): string | null => (name.startsWith(`${folder}/`) && !name.slice(folder.length + 1).includes('/') && counts(basename(name)) ? basename(name) : null);
  let told = '';
  for (const call of wholeCalls(path)) {
    const name = call.slice(0, call.indexOf('('));
    const result = /=\s+(-?\d+)(?:<[^>]*>)?[^=]*$/.exec(call.slice(-600));
    if (!result || Number(result[1]) < 0) continue;
    const fd = /^\w+\((\d+)<([^>]*)>/.exec(call.slice(0, 4000));
    const opened = fd ? unhex(fd[2]!).toString() : '';
    const file = there(opened);
    if (name === 'write' && fd?.[1] === '1') {
      told += unhex(/"([^"]*)"/.exec(call)![1]!).toString();
      const lines = told.split('\n');
      told = lines.pop()!;
      events.push(...lines.map((line) => ({ kind: 'told' as const, line })));
    } else if (name === 'pwrite64' && file !== null) {
      const [, text, at] = /"([^"]*)", \d+, (\d+)\)/.exec(call)!;
      const bytes = unhex(text!);
      if (bytes.length < Number(result[1])) throw new Error('the log cut a write short');
      events.push({ kind: 'write', file, at: Number(at), bytes: bytes.subarray(0, Number(result[1])) });
    } else if (name === 'write' && file !== null) throw new Error(`${file} was written without a place`);
    else if (name === 'ftruncate' && file !== null) events.push({ kind: 'truncate', file, size: Number(/, (\d+)\)/.exec(call)![1]) });
    else if ((name === 'fsync' || name === 'fdatasync') && (file !== null || opened === folder)) events.push(file === null ? { kind: 'sync-folder' } : { kind: 'sync', file });
    else if (name === 'openat' && call.includes('O_CREAT')) {
      const created = there(unhex(/"([^"]*)"/.exec(call)![1]!).toString());
      if (created !== null) events.push({ kind: 'create', file: created });
    } else if (name.startsWith('unlink')) {
      const removed = there(unhex(/"([^"]*)"/.exec(call)![1]!).toString());
      if (removed !== null) events.push({ kind: 'remove', file: removed });
    } else if (name.startsWith('rename') && there(unhex(/"([^"]*)"/.exec(call)![1]!).toString()) !== null) throw new Error('a file of the vault was renamed, which this log does not follow');
  }
  return events;
}

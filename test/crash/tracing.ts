import { spawnSync } from 'node:child_process';
import { missing } from '../support/system-tool.ts';

/** False when strace is here and may look at a process; otherwise the reason a test that needs it is skipped. */
export function cannotTrace(): string | false {
  const absent = missing('strace');
  if (absent) return absent;
  return spawnSync('strace', ['-f', '-e', 'trace=none', 'true'], { stdio: 'ignore' }).status === 0 ? false : 'this machine lets no process trace another';
}

import { execFileSync } from 'node:child_process';

/** False when the program is here; otherwise the reason a test that needs it is skipped. */
export function missing(program: string): string | false {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return false;
  } catch {
    return `${program} is not installed on this machine`;
  }
}

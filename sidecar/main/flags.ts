import { parseArgs } from 'node:util';

export const usage = 'usage: main.ts [--dir DIR] [--port PORT] [--unlock | --passphrase-file FILE | --passphrase-fd N | --kit-fd N] [--no-keychain] [--open] [--background --ready-fd N]';

const options = {
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
} as const;

/** How the sidecar is to be started. Secrets are named by file or descriptor, never given. */
export type Flags = ReturnType<typeof parseFlags>;

/** Throws a TypeError for a command line that cannot be read. */
export function parseFlags(args: readonly string[]) {
  return parseArgs({ args: [...args], options }).values;
}

/** The same flags as a command line. */
export function asArguments(flags: Flags): string[] {
  return Object.entries(flags).flatMap(([name, value]) => (value === true ? [`--${name}`] : [`--${name}=${value}`]));
}

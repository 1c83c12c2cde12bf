import { errorTable, exitCodes, type ErrorBody } from '../../contract/index.ts';
import { typedError } from '../../engine/serve/index.ts';
import { kitFrom, passphraseFrom } from '../keys/index.ts';
import type { Flags } from './flags.ts';
import type { SidecarOptions } from './run.ts';

/** What the flags say of the sidecar, with the secret they name read. Throws INVALID_INPUT when it cannot be read. */
export async function optionsFrom(flags: Flags): Promise<Omit<SidecarOptions, 'dir'>> {
  const passphrase = await passphraseFrom({ file: flags['passphrase-file'], fd: flags['passphrase-fd'] });
  const kit = await kitFrom({ fd: flags['kit-fd'] });
  const opens = kit !== null ? { kit } : passphrase !== null ? { passphrase } : flags.unlock ? {} : null;
  return {
    port: Number(flags.port ?? 0),
    ...(opens === null ? {} : { unlock: opens }),
    ...(flags['no-keychain'] ? { keychain: false } : {}),
  };
}

/** A start that failed, as it is told, and the exit code that says so. */
export function failedStart(thrown: unknown): { error: ErrorBody; exit: number } {
  const { code, message, data } = typedError(thrown);
  return { error: { code, message, data }, exit: exitCodes[errorTable[code].exit] };
}

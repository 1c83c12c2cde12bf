import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

const KEPT = fileURLToPath(new URL('../../node_modules/.cache/engram', import.meta.url));

/**
 * Lets Node keep what it makes of the program's text, for this process and those it begins, so that a command starts
 * in two thirds of the time. It lies beside the packages and never in the folder for temporary files: whoever writes
 * it writes the program. Where that folder is not writable, nothing is kept.
 */
export function keepCompiledCode(): void {
  process.env['NODE_COMPILE_CACHE'] ??= KEPT;
  enableCompileCache(process.env['NODE_COMPILE_CACHE']);
}

import { keepCompiledCode } from '../code-cache/index.ts';
import { parseFlags, usage, type Flags } from './flags.ts';
import { tellAddress, tellFailure } from './report.ts';
import { endAs, supervise } from './supervisor.ts';

/**
 * The sidecar as a program of its own. In the foreground this process stays as small as it is here and
 * only watches the one that serves; nothing heavy is imported before that one runs.
 */
async function main(flags: Flags): Promise<void> {
  if (flags.background) return (await import('./background.ts')).holdOpen(flags);
  const ending = await supervise(flags, tellAddress);
  if (ending.failure !== null) tellFailure(ending.failure);
  endAs(ending);
}

keepCompiledCode();
let flags: Flags | null = null;
try {
  flags = parseFlags(process.argv.slice(2));
} catch {
  process.stderr.write(`${usage}\n`);
  process.exitCode = (await import('../../contract/index.ts')).exitCodes.usage;
}
if (flags !== null) await main(flags);

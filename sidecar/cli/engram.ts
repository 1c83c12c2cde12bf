import { readFileSync } from 'node:fs';
import { CommanderError } from 'commander';
import { exitCodes } from '../../contract/index.ts';
import { failureOf } from '../client/index.ts';
import { describeFailure, exitCodeOf } from './failure.ts';
import { createProgram } from './program.ts';

// A reader that stops early (`engram list | head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? exitCodes.ok : exitCodes.internal);
});

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };

try {
  const program = createProgram(version);
  if (process.argv.length <= 2) {
    program.outputHelp();
    process.exitCode = exitCodes.ok;
  } else {
    await program.parseAsync(process.argv);
  }
} catch (thrown) {
  process.exitCode = exitCodeOf(thrown);
  // The parser has said what is wrong already.
  if (!(thrown instanceof CommanderError)) {
    const failure = failureOf(thrown);
    const asJson = process.argv.includes('--json');
    // Where it happened, never what was said: the message of an unknown error may hold a memory.
    if (failure.code === 'INTERNAL' && process.env.ENGRAM_DEBUG === '1') process.stderr.write(`${framesOf(thrown)}\n`);
    process.stderr.write(`${asJson ? JSON.stringify({ error: failure }) : describeFailure(failure)}\n`);
  }
}

function framesOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  const frames = (thrown.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const cause = thrown.cause === undefined ? '' : `\ncaused by ${framesOf(thrown.cause)}`;
  return `${thrown.name}\n${frames.join('\n')}${cause}`;
}

import type { Command } from 'commander';
import { createShell, type GlobalFlags, type Shell } from './shell.ts';

/** Body of a command: the shell, its own flags, its arguments. */
export type Body<Flags> = (shell: Shell, flags: Flags, ...args: never[]) => Promise<void>;

/** Turns a body into what the command parser calls. */
export type Run = <Flags>(body: Body<Flags>) => (...args: unknown[]) => Promise<void>;

const program = (command: Command): Command => (command.parent === null ? command : program(command.parent));

/** The parser passes the arguments, then the flags, then the command. */
export const run: Run = (body) => async (...args) => {
  const command = args.at(-1) as Command;
  const flags = command.optsWithGlobals<GlobalFlags>();
  await body(createShell(flags, program(command).version() ?? ''), flags as never, ...(args.slice(0, -2) as never[]));
};

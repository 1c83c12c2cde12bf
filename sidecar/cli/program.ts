import { Command } from 'commander';
import { accessCommands } from './commands/access.ts';
import { chatCommand } from './commands/chat.ts';
import { contextCommand } from './commands/context.ts';
import { hostCommands } from './commands/hosts.ts';
import { keyCommands } from './commands/keys.ts';
import { memoryCommands } from './commands/memories.ts';
import { modelCommands } from './commands/models.ts';
import { recallCommand } from './commands/recall.ts';
import { scanCommands } from './commands/scan.ts';
import { transferCommands } from './commands/transfer.ts';
import { vaultCommands } from './commands/vault.ts';
import { evalCommand } from './eval/index.ts';
import { run } from './run.ts';

/** The whole command line. Wrong usage throws CommanderError instead of ending the process. */
export function createProgram(version: string): Command {
  const program = new Command('engram')
    .description('A memory for your agents that belongs to you: encrypted, local, explainable.')
    .version(version)
    .option('--vault <dir>', 'folder of the vault (default: ENGRAM_DIR, else the data folder of the system)')
    .option('--passphrase-file <file>', 'read the passphrase from this file (or ENGRAM_PASSPHRASE_FILE)')
    .option('--passphrase-fd <n>', 'read the passphrase from this file descriptor')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExit codes: 0 ok, 1 failed, 2 usage, 3 locked, 4 not found, 5 conflict, 6 damaged.');
  vaultCommands(program, run);
  keyCommands(program, run);
  accessCommands(program, run);
  memoryCommands(program, run);
  recallCommand(program, run);
  chatCommand(program, run);
  contextCommand(program, run);
  transferCommands(program, run);
  evalCommand(program, run);
  scanCommands(program, run);
  modelCommands(program, run);
  hostCommands(program, run);
  const configure = (command: Command): void => {
    command.exitOverride().configureOutput({ writeErr: (text) => process.stderr.write(text) });
    command.commands.forEach(configure);
  };
  configure(program);
  return program;
}

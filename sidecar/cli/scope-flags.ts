import type { Command } from 'commander';
import type { Scope } from '../../contract/index.ts';

export interface ScopeFlags {
  project?: string;
  squad?: string;
  agent?: string;
  channel?: string;
  user?: string;
}

/** Adds the flags that name a scope. */
export function withScope(command: Command): Command {
  return command
    .option('--project <name>', 'project the memory belongs to')
    .option('--squad <name>', 'squad the memory belongs to')
    .option('--agent <name>', 'agent the memory belongs to')
    .option('--channel <name>', 'channel the memory belongs to')
    .option('--user <name>', 'user of the channel (needs --channel)');
}

/** The named scope, or undefined when no flag is given. */
export function scopeOf(flags: ScopeFlags): Scope | undefined {
  const { project, squad, agent, channel, user } = flags;
  const scope = { project, squad, agent, channel, channelUser: user };
  const named = Object.entries(scope).filter(([, value]) => value !== undefined);
  return named.length === 0 ? undefined : (Object.fromEntries(named) as Scope);
}

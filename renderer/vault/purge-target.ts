import type { PurgeTarget } from '../../contract/index.ts';

/** What a purge can be about, in the words of the screen. */
export const targets = {
  project: { label: 'Project', says: 'the project', sessions: true },
  agent: { label: 'Agent', says: 'the agent', sessions: true },
  squad: { label: 'Squad', says: 'the squad', sessions: true },
  channel: { label: 'Channel', says: 'the channel', sessions: true },
  channelUser: { label: 'User of a channel', says: 'the user', sessions: true },
  speaker: { label: 'Speaker', says: 'what was said by', sessions: false },
  source: { label: 'Source: a program, file or tool', says: 'what came from', sessions: false },
} as const satisfies Record<keyof PurgeTarget, { label: string; says: string; sessions: boolean }>;
export type TargetKind = keyof typeof targets;

/** The target as the vault takes it; null while a name is missing. */
export function targetOf(kind: TargetKind, name: string, channel: string): PurgeTarget | null {
  if (name === '' || (kind === 'channelUser' && channel === '')) return null;
  return kind === 'channelUser' ? { channel, channelUser: name } : { [kind]: name };
}

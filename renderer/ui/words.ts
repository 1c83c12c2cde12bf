import type { Category, EdgeType, MemoryKind, MemoryStatus, Origin, Scope, Signal, Tier, Verdict } from '../../contract/index.ts';

export const kindNames: Record<MemoryKind, string> = { episodic: 'Event', semantic: 'Fact', procedural: 'How-to' };
export const statusNames: Record<MemoryStatus, string> = {
  active: 'In use', superseded: 'Superseded', quarantined: 'Waiting for approval', forgotten: 'Forgotten',
};
export const originNames: Record<Origin, string> = {
  person: 'You', inferred: 'From conversation', agent: 'An agent', document: 'A document', imported: 'An import', client: 'A connected client', tool: 'A tool',
  network: 'The network', derived: 'Drawn from other memories',
};
export const tierNames: Record<Tier, string> = { cleartext: 'Ordinary', sensitive: 'Sensitive', confidential: 'Confidential' };
export const categoryNames: Record<Category, string> = {
  general: 'General', preference: 'Preference', identity: 'Identity', instruction: 'Instruction', decision: 'Decision', fact: 'Fact',
  project: 'Project', person: 'Person', technical: 'Technical', procedure: 'Procedure', context: 'Context',
};
export const signalNames: Record<Signal, string> = { words: 'Words', vectors: 'Meaning', graph: 'Ties', time: 'Time', speaker: 'Speaker' };
export const verdictNames: Record<Verdict, string> = {
  kept: 'Used', below_limit: 'Below the limit', over_budget: 'No room in the prompt', duplicate: 'Said twice', quarantined: 'Waits for approval', withheld: 'About somebody else', dismissed: 'Not relevant here',
};
export const edgeNames: Record<EdgeType, string> = {
  related_to: 'Related to', supports: 'Supports', contradicts: 'Contradicts', next_to: 'Said next to', derived_from: 'Derived from',
  caused_by: 'Caused by', instance_of: 'Instance of', inferred_from: 'Inferred from', supersedes: 'Replaces',
};

/** A scope as people read it: `Everywhere`, or its parts from wide to narrow. */
export function scopeName(scope: Scope): string {
  const parts = [scope.project, scope.squad, scope.agent, scope.channel, scope.channelUser].filter(Boolean);
  return parts.length === 0 ? 'Everywhere' : parts.join(' › ');
}

/** `1 memory`, `1,204 memories`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString()} ${count === 1 ? one : many}`;
}

import type { Message, Sources } from '../../contract/index.ts';
import type { Prepared } from './prepare.ts';

/** Candidates kept with an answer: what it used, and enough of the rest to see why not. */
const MOST_CONSIDERED = 60;
const NO_SOURCES: Sources = { used: [], considered: [], skipped: null, heldBack: 0 };

/** Complete, because it is made of what the prompt builder kept and what recall explained. */
export function sourcesOf({ recalled, memories, heldBack }: Prepared, readMemory: boolean): Sources {
  if (!readMemory) return { ...NO_SOURCES, skipped: 'Reading memory is off for this answer.' };
  const trace = recalled?.trace ?? null;
  const inPrompt = new Set(memories.map((shown) => shown.memory.id));
  const held = new Set<string>(heldBack);
  const score = new Map(recalled?.items.map((item) => [item.memory.id, item.score]));
  return {
    used: memories.map(({ mark, memory }) => ({
      id: memory.id, mark, kind: memory.kind, text: memory.text, trust: memory.trust, score: score.get(memory.id) ?? 0, cited: false,
    })),
    considered: (trace?.candidates ?? []).slice(0, MOST_CONSIDERED).map((row) => row.verdict === 'kept' && !inPrompt.has(row.id)
      ? { ...row, verdict: 'over_budget' as const, reason: held.has(row.id) ? 'Held back from this model.' : 'No room in the window of this model.' }
      : row),
    skipped: trace?.gate.decision === 'skip' ? trace.gate.reason : null,
    heldBack: heldBack.length,
  };
}

export function markCited(assistant: Message): void {
  for (const used of assistant.sources?.used ?? []) used.cited = assistant.text.includes(`[${used.mark}]`);
}

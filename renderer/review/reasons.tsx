import { CircleAlert, Info } from 'lucide-react';
import type { MemoryId } from '../../contract/index.ts';

export interface Finding { id: MemoryId; score: number; reasons: string[] }
export type Reasons = ReadonlyMap<MemoryId, Finding>;

/** From here on the scanner is as good as certain; the same bound refuses a text that is not from a file. */
const certain = 0.85;

/** Why a memory waits, in words: what the scanner found, or only where it came from. */
export function WhyWaiting({ finding }: { finding: Finding | undefined }) {
  if (finding === undefined) return <span className="skeleton block h-4 w-40" />;
  if (finding.reasons.length === 0)
    return (
      <p className="flex items-start gap-1.5 text-xs text-muted">
        <Info aria-hidden size={13} strokeWidth={1.5} className="mt-0.5 shrink-0" />It came from outside. Nothing suspicious was found in it.
      </p>
    );
  const sure = finding.score >= certain;
  return (
    <p className={`flex items-start gap-1.5 text-xs ${sure ? 'text-danger' : 'text-warn'}`}>
      <CircleAlert aria-hidden size={13} strokeWidth={1.5} className="mt-0.5 shrink-0" />
      <span><strong className="font-medium">{sure ? 'A command to the model:' : 'May be a command to the model:'}</strong> {finding.reasons.join('; ')}. <span className="figures text-muted">{finding.score.toFixed(2)}</span></span>
    </p>
  );
}

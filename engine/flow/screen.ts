import { EngramError, type NewMemory, type Origin } from '../../contract/index.ts';
import { scanInjection } from '../../security/injection/index.ts';

/** What the person said or told is never judged: "always answer in German" is theirs to say (security notes 3.16). */
const OWN: ReadonlySet<Origin> = new Set(['person', 'inferred']);

/** Raised whenever the rules of the scanner change: what an older version let in is judged again when it is recalled. */
export const SCANNER_VERSION = 5;

/** Whether the scanner has a say about memories of this origin. */
export const isScanned = (origin: Origin): boolean => !OWN.has(origin);

/**
 * Whether a memory that somebody else brings waits for approval. Throws INJECTION_BLOCKED for what
 * would command the model; a file that is imported is not held up by one such line, which waits instead.
 */
export function screen(item: Pick<NewMemory, 'text' | 'steps' | 'speaker' | 'source'>, origin: Origin): 'active' | 'quarantined' {
  if (OWN.has(origin)) return 'active';
  // All of it can reach a prompt, and a command may be spread over the parts.
  const { verdict, reasons } = scanInjection([item.text, ...(item.steps ?? []), item.speaker ?? '', item.source ?? ''].filter((part) => part !== '').join('\n'));
  if (verdict === 'block' && origin !== 'imported') throw new EngramError('INJECTION_BLOCKED', { detail: reasons.join('; ') });
  return verdict === 'clean' ? 'active' : 'quarantined';
}

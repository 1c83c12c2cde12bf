import { EngramError, type MemoryId } from '../../../contract/index.ts';
import { acceptLevels, levelsPrompt } from '../../flow/index.ts';
import type { LongText, Vault } from '../../vault/index.ts';
import type { Progress } from '../runner.ts';

/** A model that may be asked to shorten texts. */
export interface LevelsModel {
  /** `provider/model`. */
  id: string;
  /** Whether it runs on this machine; otherwise it sees cleartext only. */
  local: boolean;
  /** Its whole answer. Throws what its provider throws. */
  ask(prompt: { system: string; message: string }, signal: AbortSignal): Promise<string>;
}

const PAGE = 50;

/**
 * Has a model make the levels of every long memory it was not asked about in its present text. What may
 * not stand for the text is dropped, and the levels there are stay. A guarded memory is shown to a model
 * on this machine only, in its redacted rendering; a confidential one to none.
 * @param boundary a random mark for each text
 * @param changed told of memories whose levels are new
 */
export async function remakeLevels(
  { vault, boundary, changed }: { vault: Pick<Vault, 'read' | 'write'>; boundary(): string; changed(ids: MemoryId[]): void },
  model: LevelsModel, progress: Pick<Progress, 'advance'>, signal: AbortSignal,
): Promise<{ made: number; refused: number }> {
  const counts = { made: 0, refused: 0 };
  for (let before: number | null = null; ; ) {
    const page: LongText[] = await vault.read('longTexts', { guarded: model.local, before, limit: PAGE });
    if (page.length === 0) return counts;
    before = page.at(-1)!.id;
    const made: MemoryId[] = [];
    try {
      for (const of of page) {
        if (signal.aborted) throw new EngramError('CANCELLED');
        const reply = await model.ask(levelsPrompt(of.text, boundary()), signal);
        const levels = acceptLevels(of.text, reply, { summary: of.summary, keyFact: of.key_fact, tag: of.tag });
        // False: the text was changed meanwhile, and its turn comes again.
        const stored = await vault.write('putLevels', { of, levels, by: model.id });
        if (stored) counts[levels === null ? 'refused' : 'made']++;
        if (stored && levels !== null) made.push(of.public_id as MemoryId);
        progress.advance(1);
      }
    } finally {
      if (made.length > 0) changed(made);
    }
  }
}

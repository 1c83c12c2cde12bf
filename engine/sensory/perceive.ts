import type { Category, MemoryKind } from '../../contract/index.ts';
import { statementsIn, rememberWish, type Statement } from './facts.ts';
import { sentencesOf } from './sentences.ts';

/** A proposition of a message that is worth keeping. */
export interface Proposition {
  /** What it says: the sentence, never the whole message, and without the wish to remember it. */
  text: string;
  /** The sentence as it stands in the message. */
  sentence: string;
  kind: MemoryKind;
  category: Category;
  importance: number;
  facts: NonNullable<Statement['fact']>[];
  explicit: boolean;
}

const LEAST_WORDS = 2;

/** Every sentence of a message that states something, with all it states (§6.2). */
export function perceive(message: string): Proposition[] {
  const seen = new Set<string>();
  return sentencesOf(message).flatMap((sentence): Proposition[] => {
    const statements = statementsIn(sentence);
    if (statements.length === 0) return [];
    const text = rememberWish(sentence) ?? sentence;
    const key = text.toLowerCase();
    if (seen.has(key) || text.split(/\s+/).length < LEAST_WORDS) return [];
    seen.add(key);
    const strongest = statements.reduce((a, b) => (b.importance > a.importance ? b : a));
    return [{
      text, sentence, kind: 'semantic', category: strongest.category, importance: strongest.importance,
      facts: statements.flatMap((s) => (s.fact ? [s.fact] : [])), explicit: statements.some((s) => s.explicit),
    }];
  });
}

const HOW_TO = /\b(?:how to|steps? to|to (?:deploy|build|install|run|fix|release|publish|set up|configure)\b.*(?:first|then|run|use)|step \d)\b|^\s*1[.)]\s.*\n\s*2[.)]\s/isu;
const EVENT = /\b(?:yesterday|today|tonight|this (?:morning|afternoon|evening)|last (?:night|week|month|year|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|(?:\d+|two|three|a few) (?:days|weeks|months) ago)\b/iu;

/** What a text stored without a stated kind is: how-to, event or knowledge. */
export function kindOf(text: string, told: { session: boolean; speaker: boolean; steps: boolean }): MemoryKind {
  if (told.steps) return 'procedural';
  if (told.session || told.speaker) return 'episodic';
  if (HOW_TO.test(text)) return 'procedural';
  return EVENT.test(text) ? 'episodic' : 'semantic';
}

/** Category, importance and facts of a text that is stored whole. */
export function describe(text: string): { category: Category; importance: number; fact: Statement['fact'] } {
  const statements = text.length > 600 ? [] : sentencesOf(text).flatMap((sentence) => statementsIn(sentence));
  if (statements.length === 0) return { category: 'general', importance: 0.5, fact: null };
  const strongest = statements.reduce((a, b) => (b.importance > a.importance ? b : a));
  return { category: strongest.category, importance: strongest.importance, fact: statements.find((s) => s.fact)?.fact ?? null };
}

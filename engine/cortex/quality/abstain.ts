/** What abstaining looks at in each candidate (§34.3; the clues of the reranker). */
export interface Telling {
  /** Share of the question's worth in its own words, 0..1, and in the question it replies to. */
  coverage: number;
  reply: number;
  /** 1 when somebody the question names said it, while others are in the pool; else 0. */
  speaker: number;
}

/** A reply takes its words from the question before it, which is a little less than saying them. */
const REPLY_SHARE = 0.8;
/**
 * How much better somebody else must match than the person named. On LoCoMo dev this withholds 0.36 of
 * the questions about what never happened and costs 0.023 of recall@10 (docs/decisions/reranking.md).
 */
export const OTHER_PERSON_BAR = 0.2;

/**
 * Whether what was asked is told of somebody else rather than of the person the question names: the
 * best match among the others beats theirs by more than the bar. Never so when nobody is named.
 */
export function toldOfAnother(candidates: readonly Telling[], bar: number = OTHER_PERSON_BAR): boolean {
  const strength = ({ coverage, reply }: Telling): number => Math.max(coverage, REPLY_SHARE * reply);
  const best = (group: readonly Telling[]): number => Math.max(0, ...group.map(strength));
  const named = candidates.filter(({ speaker }) => speaker > 0);
  return named.length > 0 && best(candidates.filter(({ speaker }) => speaker === 0)) - best(named) > bar;
}

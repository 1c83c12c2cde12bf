import { Level } from '../../../contract/index.ts';

/** What a level keeps of the worth of the whole text, 0..1 (§8.8). */
export const WORTH: Record<Level, number> = { full: 1, summary: 0.95, key_fact: 0.5, tag: 0.02 };
/** What the first mention of one facet of the question adds, beside a best memory's value of 1. */
const FACET_WORTH = 0.05;

/** Something that wants a place, at whichever level fits. */
export interface Offer {
  /** Expected use of the whole text, 0..1; what is worth nothing is never packed. */
  value: number;
  /** Tokens of its line at each level it can take. */
  tokens: Partial<Record<Level, number>>;
  /** A heading that is written once for all of a group. */
  group: { name: string; tokens: number } | null;
  /** Facets of the question it speaks of. */
  facets: readonly string[];
}

export interface Packed {
  /** The level of each offer, in their order; null has no place. */
  levels: (Level | null)[];
  /** Tokens of all lines and headings; never above the budget. */
  tokens: number;
}

interface Step {
  to: Level;
  tokens: number;
  /** Worth per token. */
  density: number;
}

/**
 * The most worth within a number of tokens: a multiple-choice knapsack, solved by the step of most
 * worth per token, again and again (Sinha and Zoltners 1979). A step that does not fit is passed over,
 * never the end. A facet counts once, so the second memory about one aspect of a question stands back
 * behind the first about another. Pure.
 */
export function pack(offers: readonly Offer[], budget: number): Packed {
  const levels: (Level | null)[] = offers.map(() => null);
  const open = new Set<string>();
  const covered = new Map<string, number>();
  let left = Math.max(0, Math.floor(budget));
  const next: (Step | null)[] = offers.map((offer) => bestStep(offer, null, left, open, covered));
  for (;;) {
    let best = -1;
    for (const [i, step] of next.entries()) {
      if (step === null) continue;
      if (step.tokens > left) next[i] = bestStep(offers[i]!, levels[i]!, left, open, covered);
      if (next[i] !== null && (best < 0 || next[i]!.density > next[best]!.density)) best = i;
    }
    if (best < 0) return { levels, tokens: Math.max(0, Math.floor(budget)) - left };
    const { to, tokens } = next[best]!;
    const offer = offers[best]!;
    left -= tokens;
    levels[best] = to;
    const opened = offer.group !== null && !open.has(offer.group.name) ? offer.group.name : null;
    if (opened !== null) open.add(opened);
    for (const facet of offer.facets) covered.set(facet, Math.max(covered.get(facet) ?? 0, WORTH[to] * Math.sqrt(offer.value)));
    for (const [i, other] of offers.entries()) {
      if (i === best || (opened !== null && other.group?.name === opened) || other.facets.some((facet) => offer.facets.includes(facet)))
        next[i] = bestStep(other, levels[i]!, left, open, covered);
    }
  }
}

/** The step up from a level with the most worth per token among those that fit; null when there is none. */
function bestStep(offer: Offer, from: Level | null, left: number, open: ReadonlySet<string>, covered: ReadonlyMap<string, number>): Step | null {
  if (offer.value <= 0) return null;
  const heading = offer.group !== null && !open.has(offer.group.name) ? offer.group.tokens : 0;
  const had = from === null ? { worth: 0, tokens: 0 } : { worth: WORTH[from], tokens: offer.tokens[from]! };
  let best: Step | null = null;
  for (const to of Level.options) {
    const whole = offer.tokens[to];
    if (whole === undefined || WORTH[to] <= had.worth) continue;
    const tokens = whole - had.tokens + (from === null ? heading : 0);
    if (tokens > left) continue;
    const facets = offer.facets.reduce((sum, facet) => sum + Math.max(0, WORTH[to] * Math.sqrt(offer.value) - (covered.get(facet) ?? 0)), 0);
    const worth = offer.value * (WORTH[to] - had.worth) + FACET_WORTH * facets;
    const density = tokens <= 0 ? Infinity : worth / tokens;
    // Of equal density the higher level, so that a summary as long as its text never takes its place.
    if (best === null || density > best.density || (density === best.density && WORTH[to] > WORTH[best.to])) best = { to, tokens, density };
  }
  return best;
}

import type { Tier } from '../../contract/index.ts';
import { spanInOriginal, type Normalised } from '../text/index.ts';
import { CONTEXT_CHARS } from './detector.ts';
import { DETECTORS } from './detectors.ts';
import { RANK, TIER_OF, type Finding } from './tiered.ts';
import { unspelled } from './unspell.ts';

const SPELLED_NUMBER = /(?<!\d)\d{9,15}(?!\d)/g;

/** A finding and how closely it is guarded. */
export interface Found extends Finding {
  tier: Tier;
}

/** Findings in order, without overlaps: overlapping ones become one, named after the one that is guarded more closely. */
export function merge(found: readonly Found[]): Found[] {
  const kept: Found[] = [];
  for (const next of found.toSorted((a, b) => a.start - b.start || b.end - a.end || RANK[b.tier] - RANK[a.tier])) {
    const last = kept.at(-1);
    if (!last || next.start >= last.end) kept.push(next);
    else {
      const { type, tier } = RANK[next.tier] > RANK[last.tier] ? next : last;
      kept[kept.length - 1] = { type, tier, start: last.start, end: Math.max(last.end, next.end) };
    }
  }
  return kept;
}

/** What the detectors find in one reading of a text. */
function findIn(plain: Normalised): Found[] {
  const { text } = plain;
  const found: Found[] = [];
  const hasDigit = /\d/.test(text);
  for (const { type, pattern, accept, needsDigit, tier = TIER_OF[type] } of DETECTORS) {
    if (needsDigit && !hasDigit) continue;
    for (const match of text.matchAll(pattern)) {
      const [start, end] = match.indices!.groups?.found ?? match.indices![0]!;
      const around = () => accept!(text.slice(start, end), text.slice(Math.max(0, start - CONTEXT_CHARS), start), text.slice(end, end + CONTEXT_CHARS));
      if (accept && !around()) continue;
      found.push({ type, tier, ...spanInOriginal(plain, start, end) });
    }
  }
  return found;
}

/** What the rules find in a text, in the original's units, in order and without overlaps. */
export function findByRules(plain: Normalised): Found[] {
  const found = findIn(plain);
  for (const view of unspelled(plain)) {
    const hidden = findIn(view);
    found.push(...hidden);
    if (hidden.length > 0 || !view.inWords) continue;
    // Nobody spells out so many digits of anything but a number to dial.
    for (const { 0: digits, index } of view.text.matchAll(SPELLED_NUMBER)) found.push({ type: 'phone', tier: TIER_OF.phone, start: view.origin[index]!, end: view.origin[index + digits.length - 1]! + 1 });
  }
  return merge(found);
}

import type { Tier } from '../../contract/index.ts';
import { normalise } from '../text/index.ts';
import { suspected } from './learned/index.ts';
import { findByRules, merge, type Found } from './rules.ts';
import { higher, makeTiered, TIER_OF, type Finding, type Tiered } from './tiered.ts';

const overlaps = (a: Finding, b: Finding): boolean => a.start < b.end && b.start < a.end;

/** What rules find, and what was learned to look like personal data where no rule knows the words. Of the same part the rule says what it is, and both how far it goes. */
function findAll(text: string): Found[] {
  const plain = normalise(text);
  const ruled = findByRules(plain);
  const learned = suspected(plain, ruled);
  if (learned.length === 0) return ruled;
  const sure = ruled.filter(({ tier }) => tier !== 'cleartext');
  return merge([...ruled, ...learned.map((finding) => {
    const { type, tier } = sure.find((one) => overlaps(one, finding)) ?? { ...finding, tier: TIER_OF[finding.type] };
    return { ...finding, type, tier };
  })]);
}

/** Everything personal that is found, in order, without overlaps. Never throws. */
export function detect(text: string): Finding[] {
  return findAll(text).map(({ type, start, end }) => ({ type, start, end }));
}

function redact(text: string, findings: readonly Finding[]): string {
  let out = '';
  let at = 0;
  for (const { type, start, end } of findings) {
    out += `${text.slice(at, start)}[${type}]`;
    at = end;
  }
  out += text.slice(at);
  // The same secret may stand a second time without the words that gave it away.
  for (const { type, start, end } of findings) {
    const part = text.slice(start, end).replace(/[.,;:!?)\]}]+$/, '');
    if (part.length >= LEAST_REPEATED) out = out.replaceAll(part, `[${type}]`);
  }
  return out;
}

/** Shorter findings may be part of ordinary words. */
const LEAST_REPEATED = 4;

/** The text with every finding replaced by its kind, names and places included. Never throws. */
export function redactOnly(text: string): string {
  return redact(text, findAll(text));
}

export interface TierChoice {
  /** What the caller asks for. */
  chosen?: Tier | undefined;
  /** The least tier that holds whatever is found or asked for. */
  floor?: Tier | undefined;
  /** The person may go below what was found; everybody else only above. */
  mayLower: boolean;
}

/** Finds what is personal in a text and decides how closely it is guarded. Never throws. */
export function classify(text: string, choice: TierChoice): Tiered<string> {
  const all = findAll(text);
  const found = all.reduce<Tier>((tier, finding) => higher(tier, finding.tier), 'cleartext');
  const wanted = choice.chosen === undefined ? found : choice.mayLower ? choice.chosen : higher(found, choice.chosen);
  const tier = higher(wanted, choice.floor ?? 'cleartext');
  // Raised by hand without a finding: nothing says which part is the personal one, so nothing is shown.
  const redacted = tier === 'cleartext' ? text : found !== 'cleartext' ? redact(text, all) : `[${tier}]`;
  return makeTiered(text, tier, redacted, all.map(({ type, start, end }) => ({ type, start, end })));
}

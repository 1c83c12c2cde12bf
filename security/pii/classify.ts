import type { Tier } from '../../contract/index.ts';
import { DETECTORS } from './detectors.ts';
import { normalise } from './normalise.ts';
import { makeTiered, type Finding, type PiiType, type Tiered } from './tiered.ts';

/**
 * Names and places alone stay readable: a memory is full of them and must be found by them. What
 * identifies or harms on its own is guarded (§10.5.1).
 */
const TIER_OF: Record<PiiType, Tier> = {
  ssn: 'confidential', card: 'confidential', iban: 'confidential', 'government id': 'confidential', credential: 'confidential',
  'e-mail': 'sensitive', phone: 'sensitive', address: 'sensitive', name: 'cleartext', location: 'cleartext',
};
const RANK: Record<Tier, number> = { cleartext: 0, sensitive: 1, confidential: 2 };
const higher = (a: Tier, b: Tier): Tier => (RANK[b] > RANK[a] ? b : a);

/** No detector matches a text with none of these; most texts have none and are done here. */
const TRIGGER = /[@\d]|\bat\b|\bdot\b|pass|pwd|contrase|senha|secret|token|key|\bpin\b|name|hei(?:ß|ss)e|appelle|llamo|chiamo|\blive\b|\bfrom\b|wohne|habite|vivo|abito|sk[-_]|BEGIN/i;
const CONTEXT_CHARS = 80;

/** Everything personal that is found, in order, without overlaps; the longer of two overlapping ones stays. */
export function detect(original: string): Finding[] {
  const { text, origin } = normalise(original);
  if (!TRIGGER.test(text)) return [];
  const found: Finding[] = [];
  for (const { type, pattern, group, accept } of DETECTORS)
    for (const match of text.matchAll(pattern)) {
      const part = group === undefined ? match[0] : match[group]!;
      const start = match.index + (group === undefined ? 0 : match[0].lastIndexOf(part));
      if (accept && !accept(part, text.slice(Math.max(0, start - CONTEXT_CHARS), start))) continue;
      found.push({ type, start: origin[start]!, end: origin[start + part.length]! });
    }
  found.sort((a, b) => a.start - b.start || b.end - a.end || RANK[TIER_OF[b.type]] - RANK[TIER_OF[a.type]]);
  const kept: Finding[] = [];
  for (const finding of found) {
    const last = kept.at(-1);
    if (!last || finding.start >= last.end) kept.push(finding);
    else if (RANK[TIER_OF[finding.type]] > RANK[TIER_OF[last.type]] || finding.end > last.end)
      kept[kept.length - 1] = {
        type: RANK[TIER_OF[finding.type]] > RANK[TIER_OF[last.type]] ? finding.type : last.type,
        start: last.start, end: Math.max(last.end, finding.end),
      };
  }
  return kept;
}

function redact(text: string, findings: readonly Finding[]): string {
  let out = '';
  let at = 0;
  for (const { type, start, end } of findings) {
    out += `${text.slice(at, start)}[${type}]`;
    at = end;
  }
  return out + text.slice(at);
}

export interface TierChoice {
  /** What the caller asks for. */
  chosen?: Tier | undefined;
  /** The person may go below what was found; everybody else only above. */
  mayLower: boolean;
}

/** Finds what is personal in a text and decides how closely it is guarded. Never throws. */
export function classify(text: string, choice: TierChoice): Tiered<string> {
  const findings = detect(text);
  const guarded = findings.filter((finding) => TIER_OF[finding.type] !== 'cleartext');
  const found = guarded.reduce<Tier>((tier, finding) => higher(tier, TIER_OF[finding.type]), 'cleartext');
  const tier = choice.chosen === undefined ? found : choice.mayLower ? choice.chosen : higher(found, choice.chosen);
  // Raised by hand without a finding: nothing says which part is the personal one, so nothing is shown.
  const redacted = tier === 'cleartext' ? text : guarded.length > 0 ? redact(text, guarded) : `[${tier}]`;
  return makeTiered(text, tier, redacted, findings);
}

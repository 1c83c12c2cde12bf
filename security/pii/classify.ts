import type { Tier } from '../../contract/index.ts';
import { normalise, type Normalised } from '../text/index.ts';
import { CONTEXT_CHARS } from './detector.ts';
import { DETECTORS } from './detectors.ts';
import { unspelled } from './unspell.ts';
import { makeTiered, type Finding, type PiiType, type Tiered } from './tiered.ts';

/**
 * Names, places and what somebody suffers from stay readable: a memory is full of them and must be
 * found by them. What identifies or harms on its own is guarded (§10.5.1).
 */
const TIER_OF: Record<PiiType, Tier> = {
  ssn: 'confidential', card: 'confidential', iban: 'confidential', 'government id': 'confidential', credential: 'confidential',
  'e-mail': 'sensitive', phone: 'sensitive', address: 'sensitive', name: 'cleartext', location: 'cleartext',
  'date of birth': 'sensitive', health: 'cleartext', 'bank account': 'confidential', 'network address': 'sensitive', wallet: 'sensitive', 'licence plate': 'sensitive', coordinates: 'sensitive',
};
const RANK: Record<Tier, number> = { cleartext: 0, sensitive: 1, confidential: 2 };
const higher = (a: Tier, b: Tier): Tier => (RANK[b] > RANK[a] ? b : a);

const SPELLED_NUMBER = /(?<!\d)\d{9,15}(?!\d)/g;

interface Found extends Finding {
  tier: Tier;
}

/** What the detectors find in one reading of a text. */
function findIn({ text, origin }: Normalised): Found[] {
  const found: Found[] = [];
  const hasDigit = /\d/.test(text);
  for (const { type, pattern, accept, needsDigit, tier = TIER_OF[type] } of DETECTORS) {
    if (needsDigit && !hasDigit) continue;
    for (const match of text.matchAll(pattern)) {
      const [start, end] = match.indices!.groups?.found ?? match.indices![0]!;
      const around = () => accept!(text.slice(start, end), text.slice(Math.max(0, start - CONTEXT_CHARS), start), text.slice(end, end + CONTEXT_CHARS));
      if (accept && !around()) continue;
      found.push(origin ? { type, tier, start: origin[start]!, end: Math.max(origin[end]!, origin[end - 1]! + 1) } : { type, tier, start, end });
    }
  }
  return found;
}

function findAll(original: string): Found[] {
  const plain = normalise(original);
  const found = findIn(plain);
  for (const view of unspelled(plain)) {
    const hidden = findIn(view);
    found.push(...hidden);
    if (hidden.length > 0 || !view.inWords) continue;
    // Nobody spells out so many digits of anything but a number to dial.
    for (const { 0: digits, index } of view.text.matchAll(SPELLED_NUMBER)) found.push({ type: 'phone', tier: TIER_OF.phone, start: view.origin[index]!, end: view.origin[index + digits.length - 1]! + 1 });
  }
  found.sort((a, b) => a.start - b.start || b.end - a.end || RANK[b.tier] - RANK[a.tier]);
  const kept: Found[] = [];
  for (const next of found) {
    const last = kept.at(-1);
    if (!last || next.start >= last.end) kept.push(next);
    else {
      // Overlapping ones become one, named after the one that is guarded more closely.
      const { type, tier } = RANK[next.tier] > RANK[last.tier] ? next : last;
      kept[kept.length - 1] = { type, tier, start: last.start, end: Math.max(last.end, next.end) };
    }
  }
  return kept;
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

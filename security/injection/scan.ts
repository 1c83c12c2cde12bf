import { normalise } from '../text/index.ts';
import type { Hit, Hits } from './concepts.ts';
import { viewsOf } from './disguise.ts';
import { chanceOf } from './learned.ts';
import { piecesIn, read } from './reading.ts';
import { rules } from './rules.ts';
import { shapes } from './structure.ts';
import { BLOCK_FROM, FLAG_FROM, verdictOf, type Injection } from './verdict.ts';

/** A quotation in a text that talks about such texts is a specimen, not a command. */
const QUOTED_SPECIMEN = 0.25;
/** A quotation without such talk may be a way to slip a command in. */
const QUOTED = 0.8;
/** Talk about such texts without quotation marks; not more, since an attack can claim to be an example. */
const DISCUSSED = 0.55;
/** So many different words of such talk make a discussion. */
const DISCUSSION_WORDS = 2;
/** "I ignore", "never ignore": somebody else does it, or nobody shall. */
const REPORTED = 0.3;
/** The subject stands at most so far before its verb, in UTF-16 units. */
const SUBJECT_REACH = 12;
/** Meanings in different sentences belong together less surely. */
const OTHER_SENTENCE = 0.75;
/** Scripts of languages whose commands begin with the verb. */
const VERB_FIRST = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Arabic}]/u;
const OBJECT_BEFORE = 0.45;
/** Nobody disguises an innocent sentence. */
const DISGUISE = 0.4;
/** Invisible characters inside words, so many that no keyboard or emoji explains them. */
const INVISIBLE_INSIDE = /(?:\p{L}[\u200b-\u200d\u2060\ufeff\u00ad]+\p{L}[^]{0,200}?){3}/u;
/** What they say alone: some programs leave them behind. */
const INVISIBLE = 0.2;

/** Up to this chance the weights speak against an attack, and rules count less. */
const QUIET = 0.1;
const QUIETED = 0.4;
const LEARNED = 'reads like an order to a model';
/** Only rules refuse a text: the weights, which nobody can explain to a person, make it wait. */
const MOST_WITH_LEARNED = BLOCK_FROM - 0.01;
/** Below this the learned weights say nothing. */
const LEAST_LEARNED = 0.1;

/** Chances by reason. */
type Signs = Map<string, number>;
const raise = (signs: Signs, reason: string, chance: number): void => void signs.set(reason, Math.max(signs.get(reason) ?? 0, chance));
/** Independent signs: the chance that not all of them are innocent. */
const together = (signs: Signs): number => 1 - [...signs.values()].reduce((innocent, chance) => innocent * (1 - chance), 1);

/** Index of the first hit that does not stand before `at`. Hits are in order. */
function firstFrom(hits: readonly Hit[], at: number): number {
  let low = 0;
  let high = hits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (hits[middle]!.at < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The nearest hit within `span` units of the anchor, or null. */
function nearest(hits: readonly Hit[], anchor: Hit, span: number): Hit | null {
  const from = firstFrom(hits, anchor.at);
  const gap = (hit: Hit | undefined) => (hit === undefined ? Infinity : hit.at >= anchor.at ? hit.at - anchor.end : anchor.at - hit.end);
  const [before, after] = [hits[from - 1], hits[from]];
  const best = gap(before) <= gap(after) ? before : after;
  return gap(best) <= span ? best! : null;
}

/** How much a rule counts where its anchor stands. */
function standing(anchor: Hit, hits: Hits, discussion: number): number {
  const subject = hits.reported[firstFrom(hits.reported, anchor.at) - 1];
  const reported = subject !== undefined && anchor.at - subject.end <= SUBJECT_REACH && subject.sentence === anchor.sentence ? REPORTED : 1;
  if (anchor.quoted) return reported * (discussion > 0 ? QUOTED_SPECIMEN : QUOTED);
  return reported * (discussion >= DISCUSSION_WORDS ? DISCUSSED : 1);
}

/** Signs in one reading of a text. */
function signsIn(text: string): Signs {
  const reading = read(text);
  const { folded, hits, discussion } = reading;
  const signs: Signs = new Map();
  for (const rule of rules) {
    const [first, ...others] = rule.near;
    for (const anchor of hits[first]) {
      let chance = rule.weight;
      for (const other of others) {
        const hit = nearest(hits[other], anchor, rule.span);
        if (hit === null) chance = 0;
        else if (hit.sentence !== anchor.sentence) chance *= OTHER_SENTENCE;
        if (rule.verbFirst && other === 'rules' && hit !== null && hit.at < anchor.at && VERB_FIRST.test(folded.text[anchor.at]!)) chance *= OBJECT_BEFORE;
      }
      if (chance > (signs.get(rule.reason) ?? 0)) raise(signs, rule.reason, chance * standing(anchor, hits, discussion));
    }
  }
  const chance = chanceOf(piecesIn(reading));
  // What reads like nothing of the kind needs more than one weak rule; markup is no matter of reading.
  if (chance <= QUIET) for (const [reason, value] of signs) signs.set(reason, value * QUIETED);
  for (const { reason, pattern, weight } of shapes)
    if (pattern.test(text)) raise(signs, reason, discussion >= DISCUSSION_WORDS ? weight * DISCUSSED : weight);
  if (chance >= LEAST_LEARNED) raise(signs, LEARNED, chance);
  return signs;
}

/**
 * Whether a text tries to command the model that will read it: how surely, why, and what to do with
 * it. It raises the cost of an attack and cannot prevent one. Linear in the length; never throws.
 */
export function scanInjection(original: string): Injection {
  const plain = normalise(original).text;
  const signs = signsIn(plain);
  const open = together(signs);
  for (const view of viewsOf(original, plain)) {
    const hidden = signsIn(view.text);
    const chance = together(hidden);
    if (chance < FLAG_FROM || (!view.beside && chance <= open)) continue;
    for (const [reason, value] of hidden) raise(signs, reason, value);
    raise(signs, 'disguised text', DISGUISE);
  }
  if (INVISIBLE_INSIDE.test(original)) raise(signs, 'invisible characters inside words', INVISIBLE);
  const ruled = together(new Map([...signs].filter(([reason]) => reason !== LEARNED)));
  const score = Math.round(Math.max(ruled, Math.min(together(signs), MOST_WITH_LEARNED)) * 100) / 100;
  const reasons = [...signs].filter(([, chance]) => chance >= 0.05).sort((a, b) => b[1] - a[1]).map(([reason]) => reason);
  return { score, verdict: verdictOf(score), reasons };
}

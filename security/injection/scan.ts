import { normalise } from '../text/index.ts';
import type { Hit, Hits } from './concepts.ts';
import { viewsOf } from './disguise.ts';
import { chanceOf, learnedSum } from './learned.ts';
import { piecesIn, read, type Reading } from './reading.ts';
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

/** What the rules and the markup of a text add to what was learned of its words: as much of it as they are sure. */
const SHARE = { rules: 0.5, shapes: 2 } as const;
/** What was learned speaks against an attack below this sum, and then no rule is sure enough to refuse a text. */
const UNLIKELY = -1;
const LEARNED = 'reads like an order to a model';
/** Only rules refuse a text: the weights, which nobody can explain to a person, make it wait. */
const MOST_WITH_LEARNED = BLOCK_FROM - 0.01;
/** A reason that says less than this is not told. */
const LEAST_TOLD = 0.05;
const LEAST_LEARNED = 0.1;
/** A sure rule tells a person more than the weights, however sure these are. */
const MOST_LEARNED = 0.8;

/** Chances by reason. */
type Signs = Map<string, number>;
const raise = (signs: Signs, reason: string, chance: number): void => void signs.set(reason, Math.max(signs.get(reason) ?? 0, chance));
/** Independent signs: the chance that not both of them are innocent. */
const either = (a: number, b: number): number => 1 - (1 - a) * (1 - b);
const together = (signs: Signs): number => [...signs.values()].reduce(either, 0);

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

function rulesIn({ folded, hits, discussion }: Reading): Signs {
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
  return signs;
}

function shapesIn(text: string, discussion: number): Signs {
  const signs: Signs = new Map();
  for (const { reason, pattern, weight } of shapes)
    if (pattern.test(text)) raise(signs, reason, discussion >= DISCUSSION_WORDS ? weight * DISCUSSED : weight);
  return signs;
}

/** What one way to read a text says. */
interface Judgement {
  /** Chance that the text is an attack, by everything. */
  chance: number;
  /** The same by rules and markup alone; 0 where what was learned speaks against it. */
  certain: number;
  signs: Signs;
}

function judge(text: string): Judgement {
  const reading = read(text);
  const signs = rulesIn(reading);
  const ruled = together(signs);
  const marked = shapesIn(text, reading.discussion);
  const shaped = together(marked);
  const learned = learnedSum(piecesIn(reading));
  const chance = Math.max(shaped, chanceOf(learned + SHARE.rules * ruled + SHARE.shapes * shaped));
  for (const [reason, value] of marked) raise(signs, reason, value);
  const certain = learned > UNLIKELY ? together(signs) : 0;
  const told = chanceOf(learned);
  if (told >= LEAST_LEARNED) raise(signs, LEARNED, Math.min(told, MOST_LEARNED));
  return { chance, certain, signs };
}

/**
 * Whether a text tries to command the model that will read it: how surely, why, and what to do with
 * it. It raises the cost of an attack and cannot prevent one. Linear in the length; never throws.
 */
export function scanInjection(original: string): Injection {
  const plain = normalise(original).text;
  const { chance: open, certain: sure, signs } = judge(plain);
  let [chance, certain] = [open, sure];
  for (const view of viewsOf(original, plain)) {
    const hidden = judge(view.text);
    if (hidden.chance < FLAG_FROM || (!view.beside && hidden.chance <= open)) continue;
    for (const [reason, value] of hidden.signs) raise(signs, reason, value);
    raise(signs, 'disguised text', DISGUISE);
    chance = Math.max(chance, either(hidden.chance, DISGUISE));
    certain = Math.max(certain, either(hidden.certain, DISGUISE));
  }
  if (INVISIBLE_INSIDE.test(original)) {
    raise(signs, 'invisible characters inside words', INVISIBLE);
    chance = either(chance, INVISIBLE);
    certain = either(certain, INVISIBLE);
  }
  const score = Math.round((certain >= BLOCK_FROM ? certain : Math.min(chance, MOST_WITH_LEARNED)) * 100) / 100;
  const reasons = [...signs].filter(([, value]) => value >= LEAST_TOLD).sort((a, b) => b[1] - a[1]).map(([reason]) => reason);
  return { score, verdict: verdictOf(score), reasons };
}

import { isForeign, sameStem } from '../cortex/gate/index.ts';
import { wholeOf, type Heard } from './heard.ts';
import { sameDomain } from './domains.ts';
import { fieldSigns } from './field-signs.ts';
import { cosine, momentumOf, unit } from './momentum.ts';
import { FEATURES, SIGNALS, type Feature, type TopicSignal } from './signs.ts';
import { subjectSigns } from './subject.ts';
import { TOPIC } from './topic-weights.ts';
import { wordingsOf, type Wording } from './wordings.ts';

/** Turns before the message that are looked at. */
export const MOST_TURNS = 8;
/** A message of this many content words can stand alone. */
const MANY_WORDS = 6;

const mean = (numbers: readonly number[]): number => (numbers.length === 0 ? 0 : numbers.reduce((a, b) => a + b, 0) / numbers.length);

/** What speaks for each signal; 0..1 but for cosines. Pure. */
export function featuresOf(turns: readonly Heard[], next: Heard): Record<Feature, number> {
  const context = turns.slice(-MOST_TURNS);
  const last = context.at(-1);
  const { reference } = next;
  const known = context.flatMap((turn) => turn.words);
  const stems = (of: readonly Heard[]) => of.flatMap((turn) => turn.reference.content);
  const share = (of: readonly Heard[]) => { const words = stems(of); return mean(reference.content.map((word) => Number(words.some((other) => sameStem(word, other))))); };
  const nearest = next.words.map(({ word, vector }) => Math.max(0, ...known.map((other) => (sameStem(word, other.word) ? 1 : cosine(vector, other.vector)))));
  // Words the vectors do not know resemble each other for no reason.
  const foreign = isForeign(next.text) || context.some((turn) => isForeign(turn.text));
  const spoken = Number(!foreign && next.words.length > 0);
  const momentum = momentumOf(context.map((turn) => turn.apart));
  const whole = wholeOf(context, (turn) => unit(turn.apart));
  const shared = share(context);
  const asked = last?.text.trimEnd().endsWith('?') === true;
  const count = reference.content.length;
  return {
    centroid: spoken * (momentum === null ? 0 : cosine(next.apart, momentum.centroid)),
    last: spoken * (last === undefined ? 0 : cosine(next.apart, last.apart)),
    nearest: spoken * Math.max(0, ...context.map((turn) => cosine(next.apart, turn.apart))),
    context: spoken * cosine(next.apart, whole), words_context: spoken * mean(next.words.map(({ vector }) => cosine(vector, whole))), word_context: spoken * Math.max(0, ...next.words.map(({ vector }) => cosine(vector, whole))),
    words_near: spoken * mean(nearest),
    word_nearest: spoken * Math.max(0, ...nearest),
    word_farthest: spoken * (nearest.length === 0 ? 0 : Math.min(...nearest)),
    shared, shared_last: last === undefined ? 0 : share([last]),
    new_words: Math.min(1, (count * (1 - shared)) / MANY_WORDS),
    points_back: Number(reference.pointsBack), carries_on: Number(reference.carriesOn),
    turns_away: Number(reference.turnsAway), away_to_known: Number(reference.turnsAway) * shared,
    turns_aside: Number(reference.turnsAside), acknowledges: Number(reference.acknowledges),
    asks: Number(reference.asks), answers: Number(asked && !reference.asks), states: Number(!asked && !reference.asks),
    length: Math.min(1, count / MANY_WORDS), brief: Number(count <= 1), foreign: Number(foreign),
    domain: spoken * Math.max(0, ...context.map((turn) => sameDomain(turn.domains, next.domains))), domain_last: spoken * (last ? sameDomain(last.domains, next.domains) : 0),
    whole: Number(reference.asks && count >= 2 && !reference.pointsBack && !reference.carriesOn), answers_briefly: Number(asked && !reference.asks && count <= 3 && !reference.turnsAway),
    opens: Number(reference.opens), opens_bare: Number(reference.opens && !reference.pointsBack && count > 0 && shared === 0), owns: Number(reference.owns),
    ...subjectSigns(context, next, foreign), ...fieldSigns(context, next, spoken),
  };
}

/** How likely each signal is, 0..1, adding up to 1 (softmax of a linear model). @param ways how the message asks */
export function likelihoods(features: Record<Feature, number>, ways: readonly Wording[] = []): Record<TopicSignal, number> {
  const sums = SIGNALS.map((signal) => {
    const { bias, weights, wordings } = TOPIC[signal];
    return ways.reduce((sum, way) => sum + wordings[way], FEATURES.reduce((sum, name) => sum + weights[name] * features[name], bias));
  });
  const most = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - most));
  const all = powers.reduce((a, b) => a + b, 0);
  return Object.fromEntries(SIGNALS.map((signal, i) => [signal, powers[i]! / all])) as Record<TopicSignal, number>;
}

/** What a message does to the topic of the turns before it, oldest first. The first message of a conversation continues. */
export function signalOf(turns: readonly Heard[], next: Heard): TopicSignal {
  if (turns.length === 0) return 'continue';
  const chances = likelihoods(featuresOf(turns, next), wordingsOf(next.text));
  return SIGNALS.reduce((a, b) => (chances[b] > chances[a] ? b : a));
}

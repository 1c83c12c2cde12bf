import { decide, type Gate } from './decide.ts';
import { classify, type IntentReading } from './intent/classify.ts';
import { readTime, type TimeReading } from './time/reading.ts';
import { tokensOf } from './tokens.ts';

/** A message understood as far as its words go: no model, no clock of its own. */
export interface Understanding extends IntentReading {
  gate: Gate;
  time: TimeReading | null;
}

export interface Surroundings {
  /** The turns before the message, oldest first. */
  context?: readonly string[];
  /** Names of people and things that are known, lower case and without marks. */
  names?: ReadonlySet<string>;
  /** Minutes the person's clock is ahead of UTC. */
  zone?: number;
}

const TODAY = /^(?:today|tonight|heute|hoy|aujourd['’]hui|oggi|hoje|vandaag|stasera|vanavond)$/iu;

/**
 * What a message wants, when it speaks of, and whether memory is needed.
 * @param at the moment it was said, milliseconds UTC
 */
export function understand(text: string, at: number, { context = [], names, zone }: Surroundings = {}): Understanding {
  const tokens = tokensOf(text);
  const time = readTime(text, at, zone, tokens);
  const reading = classify(text, time !== null && TODAY.test(time.phrase) ? 'today' : time !== null, context, names, tokens);
  return { ...reading, gate: decide(text, tokens, reading.intent, context, time?.evolves === true), time };
}

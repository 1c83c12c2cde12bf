import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { wordlist } from '@scure/bip39/wordlists/english.js';

/** What people choose first; the estimator itself finds keyboard rows, repeats, dates and l33t. */
const commonPasswords = [
  'password', 'passwort', 'passphrase', 'letmein', 'welcome', 'admin', 'login', 'master', 'dragon', 'monkey', 'iloveyou', 'sunshine',
  'princess', 'football', 'baseball', 'shadow', 'superman', 'batman', 'trustno1', 'hello', 'freedom', 'whatever', 'secret', 'changeme',
  'qwerty', 'qwertz', 'azerty', 'abc123', 'starwars', 'computer', 'internet', 'engram', 'memory', 'vault',
];

const estimator = new ZxcvbnFactory({ dictionary: { commonPasswords, words: wordlist } });

export interface Strength {
  /** 0 worst, 4 best; below `enough` the vault is not made. */
  score: 0 | 1 | 2 | 3 | 4;
  /** How long guessing takes on fast hardware, in words. */
  said: string;
}
export const enough = 2;

/** Guesses a second that rented machines make together against our key derivation; on the safe side. */
const guessesPerSecond = 10_000;

/** Powers of ten of guesses from which each score begins. */
const steps = [6, 10, 12, 14];

/** Estimates how long a passphrase resists. Runs here; nothing is sent. */
export function strengthOf(passphrase: string): Strength {
  const { guessesLog10 } = estimator.check(passphrase.slice(0, 200));
  const seconds = 10 ** guessesLog10 / guessesPerSecond;
  const score = steps.filter((step) => guessesLog10 >= step).length as Strength['score'];
  return { score, said: duration(seconds) };
}

function duration(seconds: number): string {
  if (seconds < 3_600) return 'guessed within the hour';
  if (seconds < 172_800) return 'guessed within days';
  if (seconds < 31_536_000) return `about ${Math.round(seconds / 86_400)} days to guess`;
  if (seconds < 31_536_000 * 1000) return `about ${Math.round(seconds / 31_536_000)} years to guess`;
  return 'centuries to guess';
}

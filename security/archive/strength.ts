import { randomInt } from 'node:crypto';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { EngramError } from '../../contract/index.ts';

/** A file can be guessed at for years, far from here. */
const LEAST_CHARS = 12;
/** Guesses as a power of ten: at a second and 256 MiB for each, a thousand machines are busy for thirty years. */
const LEAST_GUESSES = 12;
/** The estimate takes longer than its text; what comes after makes a passphrase only stronger. */
const MOST_CHARS = 100;
/** 11 bits each, so 66 together. */
const WORDS = 6;

/** What people choose first; the estimator itself finds keyboard rows, repeats, dates and l33t. */
const common = [
  'password', 'passwort', 'passphrase', 'letmein', 'welcome', 'admin', 'login', 'master', 'dragon', 'monkey', 'iloveyou', 'sunshine', 'princess',
  'football', 'baseball', 'shadow', 'superman', 'batman', 'trustno1', 'hello', 'freedom', 'whatever', 'secret', 'changeme', 'qwerty', 'qwertz',
  'azerty', 'abc123', 'starwars', 'computer', 'internet', 'archive', 'backup', 'engram', 'memory', 'vault',
];

/** Throws WEAK_PASSPHRASE for what a machine would guess. Only for new archives; opening asks for nothing. */
export async function assertStrong(passphrase: string): Promise<void> {
  const text = passphrase.normalize('NFKC');
  if ([...text].length < LEAST_CHARS) throw new EngramError('WEAK_PASSPHRASE', { limit: `at least ${LEAST_CHARS} characters` });
  // Loaded only when an archive is made.
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core');
  const { guessesLog10 } = new ZxcvbnFactory({ dictionary: { common, words: wordlist } }).check(text.slice(0, MOST_CHARS));
  if (guessesLog10 < LEAST_GUESSES) throw new EngramError('WEAK_PASSPHRASE', { detail: 'too easy to guess; six random words are enough' });
}

/** A new passphrase of six random words. */
export const passphraseWords = (): string => Array.from({ length: WORDS }, () => wordlist[randomInt(wordlist.length)]!).join(' ');

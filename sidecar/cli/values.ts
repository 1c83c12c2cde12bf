import { InvalidArgumentError } from 'commander';
import { parseInstant } from './document.ts';

/** Parsers of option values; a wrong one is a usage error that says what was expected. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most) throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`);
    return value;
  };
}

export function unitNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1)) throw new InvalidArgumentError('Expected a number from 0 to 1.');
  return value;
}

export function instant(text: string): number {
  const value = parseInstant(text);
  if (value === undefined) throw new InvalidArgumentError('Expected a date or time such as 2026-03-01 or 2026-03-01T09:30:00Z.');
  return value;
}

/** A list with commas of whole numbers up to a most, each once, in order. */
export function wholeNumbers(most: number): (text: string) => number[] {
  return (text) => [...new Set(text.split(',').map((part) => wholeNumber(1, most)(part.trim())))].sort((a, b) => a - b);
}

/** A list with commas of some of these words, each once. */
export function oneOrMoreOf<T extends string>(words: readonly T[]): (text: string) => T[] {
  return (text) => [...new Set(text.split(',').map((part) => {
    const word = words.find((known) => known === part.trim());
    if (word === undefined) throw new InvalidArgumentError(`Expected one or more of ${words.join(', ')}, with commas between.`);
    return word;
  }))];
}

/** All of standard input as text. */
export async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

/** Words of the command line, or standard input for `-` or when there are none and it is not a terminal. */
export async function textFrom(words: readonly string[]): Promise<string> {
  if ((words.length === 1 && words[0] === '-') || (words.length === 0 && process.stdin.isTTY !== true))
    return (await readStdin()).replace(/\r?\n$/, '');
  return words.join(' ');
}

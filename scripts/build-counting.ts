import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installSources } from './packages.ts';

/** Writes down how some fifty languages count to ninety-nine, and in what day of a month, as the package `n2words` spells it. */

const OUT = fileURLToPath(new URL('../security/pii/learned/counting.ts', import.meta.url));
const SOURCE = { name: 'n2words', version: '4.0.0', licence: 'MIT', gives: 'numbers in words' } as const;
/** Only in formal writing, or read sign by sign. */
const LEFT_OUT = /^(?:am|yo|ha|hbo|zh|ja)(?:-|$)/;
/** One of the countries of a language will do, but where they count differently. */
const APART = /^(?:fr-|sr-)/;
const LAST_CARDINAL = 99;
const LAST_ORDINAL = 31;

const folder = mkdtempSync(join(tmpdir(), 'engram-counting-'));
try {
  const dist = join(installSources(folder, [SOURCE]), SOURCE.name, 'dist');
  const lists: [language: string, words: string][] = [];
  for (const file of readdirSync(dist).filter((name) => /^[\w-]+\.js$/.test(name)).sort()) {
    const locale = file.replace('.js', '');
    const language = APART.test(locale) ? locale : locale.split('-')[0]!;
    if (LEFT_OUT.test(locale) || lists.some(([known]) => known === language)) continue;
    const { toCardinal, toOrdinal } = (await import(pathToFileURL(join(dist, file)).href)) as Record<'toCardinal' | 'toOrdinal', (number: number) => string>;
    const cardinals = Array.from({ length: LAST_CARDINAL + 1 }, (_, number) => toCardinal(number));
    const ordinals = Array.from({ length: LAST_ORDINAL }, (_, i) => toOrdinal(i + 1));
    lists.push([language, [...cardinals, ...ordinals].join('|').toLowerCase()]);
  }
  const entries = lists.map(([language, words]) => `  '${language}': ${JSON.stringify(words)},\n`).join('');
  writeFileSync(OUT, `/** Made by scripts/build-counting.ts from ${SOURCE.name} ${SOURCE.version} (${SOURCE.licence}); do not edit. Zero to ninety-nine, then first to thirty-first, by language. */\nexport const counting: Readonly<Record<string, string>> = {\n${entries}};\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

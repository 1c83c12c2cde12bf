import { FIELDS } from './fields.ts';
import { wholeOf, type Heard } from './heard.ts';
import { cosine } from './momentum.ts';

const all = Object.entries(FIELDS).flatMap(([group, fields]) => Object.entries(fields).map(([name, words]) => ({ name: `${group}/${name}`, group, words: new Set(words.split(' ')) })));
const groupOf = new Map(all.map(({ name, group }) => [name, group]));
const fieldsOf = new Map<string, string[]>();
for (const { name, words } of all) for (const word of words) fieldsOf.set(word, [...(fieldsOf.get(word) ?? []), name]);

/** The words of each field, to be embedded together. */
export const FIELD_TEXTS: readonly string[] = Object.values(FIELDS).flatMap((fields) => Object.values(fields));

/** How near a text is to each field, less the mean of all, so that only differences count. */
export function profileOf(vector: Float32Array, fields: readonly Float32Array[]): Float32Array {
  const near = fields.map((field) => cosine(vector, field));
  const mean = near.reduce((a, b) => a + b, 0) / Math.max(1, near.length);
  return Float32Array.from(near, (one) => one - mean);
}

/** Forms of a word that may be listed: as it is, and without an ending. */
const forms = (word: string): string[] => [word, ...['s', 'es', 'ed', 'ing', 'er', 'n', 'en', 'e'].flatMap((ending) => (word.length > ending.length + 3 && word.endsWith(ending) ? [word.slice(0, -ending.length)] : []))];

/** How much each field, or group of fields, is spoken of; a word of several fields is shared out among them. */
function spokenOf(turns: readonly Heard[], by: (field: string) => string): Map<string, number> {
  const found = new Map<string, number>();
  for (const { reference } of turns) {
    for (const word of reference.content) {
      const fields = forms(word).map((form) => fieldsOf.get(form)).find((list) => list !== undefined) ?? [];
      const names = new Set(fields.map(by));
      for (const name of names) found.set(name, (found.get(name) ?? 0) + 1 / names.size);
    }
  }
  return found;
}

/** Cosine of two counts; 0 when either is empty. */
function alike(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [name, count] of a) sum += count * (b.get(name) ?? 0);
  const size = (counts: ReadonlyMap<string, number>) => Math.hypot(...counts.values());
  return sum === 0 ? 0 : Math.min(1, sum / (size(a) * size(b)));
}

const asGroup = (field: string): string => groupOf.get(field)!;

/** How far message and turns lie in the same fields of everyday life, in any language that is listed; each 0..1. @param spoken 1 where the vectors know the words, else 0 */
export function fieldSigns(context: readonly Heard[], next: Heard, spoken: number) {
  const own = spokenOf([next], (field) => field);
  const known = spokenOf(context, (field) => field);
  const ownGroups = spokenOf([next], asGroup);
  const group = alike(ownGroups, spokenOf(context, asGroup));
  const field = alike(own, known);
  const both = own.size > 0 && known.size > 0;
  const last = context.at(-1);
  return {
    profile: spoken * cosine(next.profile, wholeOf(context, ({ profile }) => profile)), profile_last: last === undefined ? 0 : spoken * cosine(next.profile, last.profile),
    profile_best: spoken * Math.max(0, ...context.map((turn) => cosine(next.profile, turn.profile))),
    field, group, group_last: alike(ownGroups, spokenOf(context.slice(-1), asGroup)),
    other_field: Number(both && group > 0 && field === 0), other_group: Number(both && group === 0), new_field: Number(own.size > 0 && known.size === 0), no_field: Number(own.size === 0),
  };
}

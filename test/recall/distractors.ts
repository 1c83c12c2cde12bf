import { readFileSync } from 'node:fs';

interface Templates {
  slots: Record<string, readonly string[]>;
  everyday: readonly string[];
  developer: readonly string[];
}
export type Flavour = 'everyday' | 'developer';

export const templates = JSON.parse(readFileSync(new URL('sources/templates.json', import.meta.url), 'utf8')) as Templates;

const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)]!;

/** A sentence with its slots filled in; the same slot twice gives two different values. */
function fill(template: string, random: () => number): string {
  const used = new Set<string>();
  return template.replace(/\{([a-z]+)\}/g, (_, slot: string) => {
    let value = pick(templates.slots[slot]!, random);
    while (used.has(value)) value = pick(templates.slots[slot]!, random);
    used.add(value);
    return value;
  });
}

/** `count` different texts that answer no question of the sets. @param random numbers in 0..1, seeded */
export function distractors(count: number, flavour: Flavour, random: () => number): string[] {
  const texts = new Set<string>();
  while (texts.size < count) texts.add(fill(pick(templates[flavour], random), random));
  return [...texts];
}

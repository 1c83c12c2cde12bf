import { readFileSync } from 'node:fs';
import { seeded } from '../../bench/seeded.ts';
import { distractors } from './distractors.ts';

/**
 * Labelled sets for retrieval, in the layout `engram eval retrieval` reads. What is asked for and the
 * questions are written by hand (`sources/`); what lies around them is made of templates with a fixed
 * seed. Every second question, of the paraphrases every second fact, is held out: constants are chosen
 * on the rest and checked on these.
 */
export interface SetMemory {
  id: string;
  text: string;
  speaker: string;
  session: string;
  timestamp: string;
}
export interface SetQuery {
  id: string;
  text: string;
  relevant: string[];
  category: string;
  split: 'tuning' | 'held-out';
  asked_at?: string;
  context?: string[];
  /** What the time words of the question mean: days, both included (temporal set only). */
  time?: ExpectedTime | null;
}
export interface ExpectedTime {
  from?: string;
  to?: string;
  relation: string;
  order?: string;
  evolves?: boolean;
  recurring?: { every: string; weekday?: number };
}
export interface LabelledSet {
  name: string;
  about: string;
  memories: SetMemory[];
  queries: SetQuery[];
}

const SEED = 4_004;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const START = Date.UTC(2024, 0, 2, 7, 30);
const NOTES_A_DAY = 11;
/** The moment the temporal questions are asked: a Wednesday. */
export const ASKED_AT = '2025-06-18T10:00:00Z';

const lines = <T>(name: string): T[] =>
  readFileSync(new URL(`sources/${name}.jsonl`, import.meta.url), 'utf8').trim().split('\n').map((line) => JSON.parse(line) as T);
const iso = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z');
const splitOf = (index: number): SetQuery['split'] => (index % 2 === 0 ? 'tuning' : 'held-out');

interface Written {
  id: string;
  text: string;
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const out = [...list];
  for (let i = out.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [out[i], out[j]] = [out[j]!, out[i]!];
  }
  return out;
}

/** Puts the hand-written texts, in their order, at random places among the others. */
function scattered(written: readonly Written[], others: readonly Written[], random: () => number): Written[] {
  const total = written.length + others.length;
  const places = new Set(shuffled(Array.from({ length: total }, (_, i) => i), random).slice(0, written.length));
  let w = 0;
  let o = 0;
  return Array.from({ length: total }, (_, i) => (places.has(i) ? written[w++]! : others[o++]!));
}

/** One person's notes, eleven a day, a session a day. */
function diary(texts: readonly Written[], speaker: string): SetMemory[] {
  return texts.map(({ id, text }, i) => {
    const day = Math.floor(i / NOTES_A_DAY);
    return { id, text, speaker, session: `day ${day + 1}`, timestamp: iso(START + day * DAY_MS + (i % NOTES_A_DAY) * 71 * MINUTE_MS) };
  });
}

const numbered = (texts: readonly string[]): Written[] => texts.map((text, i) => ({ id: `x${i + 1}`, text }));

interface Fact {
  fact: string;
  exact: string;
  question: string;
  unlike: string;
}
/** Stated once, asked for in three ways, among more than 2,000 others. */
export function paraphrase(): LabelledSet {
  const random = seeded(SEED);
  const facts = lines<Fact>('paraphrase');
  const written = facts.map(({ fact }, i) => ({ id: `p${i + 1}`, text: fact }));
  return {
    name: 'paraphrase',
    about: 'Facts asked for in their own words, as a question, and without a shared word.',
    memories: diary(scattered(shuffled(written, random), numbered(distractors(2_112, 'everyday', random)), random), 'Robin'),
    queries: facts.flatMap((fact, i) => ([['exact-words', fact.exact], ['question', fact.question], ['no-shared-words', fact.unlike]] as const).map(([category, text]) => ({
      id: `p${i + 1} ${category}`, text, relevant: [`p${i + 1}`], category, split: splitOf(i),
    }))),
  };
}

interface Asked {
  q: string;
  relevant: string[];
  category: string;
  context?: string[];
  time?: ExpectedTime | null;
}
type Line = (Written & { at?: string }) | Asked | { quiet: string[] };
function read(name: string) {
  const all = lines<Line>(name);
  return {
    written: all.filter((line) => 'text' in line),
    asked: all.filter((line) => 'q' in line),
    quiet: all.flatMap((line) => ('quiet' in line ? line.quiet : [])).map((span) => {
      const [from, to] = span.split('/');
      return { from: Date.parse(from!), to: Date.parse(to!) + DAY_MS };
    }),
  };
}
const queriesOf = (asked: readonly Asked[], prefix: string): SetQuery[] => asked.map(({ q, relevant, category, context, time }, i) => ({
  id: `${prefix}q${i + 1}`, text: q, relevant, category, split: splitOf(i), ...(context === undefined ? {} : { context }), ...(time === undefined ? {} : { asked_at: ASKED_AT, time }),
}));

/** A year and a half of one person's notes with their dates. Nothing else happens in the quiet spans. */
export function temporal(): LabelledSet {
  const random = seeded(SEED + 1);
  const { written, asked, quiet } = read('temporal');
  const span = Date.parse(ASKED_AT) - START;
  const others = distractors(420, 'everyday', random).map((text, i) => {
    let at = START + Math.floor((random() * span) / MINUTE_MS) * MINUTE_MS;
    while (quiet.some(({ from, to }) => at >= from && at < to)) at = START + Math.floor((random() * span) / MINUTE_MS) * MINUTE_MS;
    return { id: `x${i + 1}`, text, at: iso(at) };
  });
  return {
    name: 'temporal',
    about: 'What happened when, before, after, first and last; with the meaning of the time words.',
    memories: [...written.map(({ id, text, at }) => ({ id, text, at: at! })), ...others].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
      .map(({ id, text, at }) => ({ id, text, speaker: 'Dana', session: at.slice(0, 10), timestamp: at })),
    queries: queriesOf(asked, 't'),
  };
}

/** Aliases, nicknames, relations and namesakes. */
export function entity(): LabelledSet {
  const random = seeded(SEED + 2);
  const { written, asked } = read('entity');
  return {
    name: 'entity',
    about: 'People and things that go by several names, and names that several people have.',
    memories: diary(scattered(written, numbered(distractors(540, 'everyday', random)), random), 'Iris'),
    queries: queriesOf(asked, 'e'),
  };
}

/** Files, functions, error codes, versions and commands that differ by one mark. */
export function code(): LabelledSet {
  const random = seeded(SEED + 3);
  const { written, asked } = read('code');
  const others = shuffled([...distractors(360, 'developer', random), ...distractors(180, 'everyday', random)], random);
  return {
    name: 'code',
    about: 'Notes of a developer, asked for by identifier and in words.',
    memories: diary(scattered(shuffled(written, random), numbered(others), random), 'Kai'),
    queries: queriesOf(asked, 'c'),
  };
}

/** Two memories that hold the answer together, never told on the same day. */
export function multiHop(): LabelledSet {
  const random = seeded(SEED + 4);
  const pairs = lines<{ first: string; second: string; q: string }>('multi-hop');
  const half = (which: 0 | 1) => pairs.map(({ first, second }, i) => ((i + which) % 2 === 0 ? { id: `h${i + 1}a`, text: first } : { id: `h${i + 1}b`, text: second }));
  const others = numbered(distractors(540, 'everyday', random));
  const early = scattered(shuffled(half(0), random), others.slice(0, 270), random);
  const late = scattered(shuffled(half(1), random), others.slice(270), random);
  return {
    name: 'multi-hop',
    about: 'Questions whose answer is in one memory and whose subject is named in another.',
    memories: [...diary(early, 'Noa'), ...diary(late, 'Noa').map((row) => ({ ...row, session: `later ${row.session}`, timestamp: iso(Date.parse(row.timestamp) + 200 * DAY_MS) }))],
    queries: pairs.map(({ q }, i) => ({ id: `h${i + 1}`, text: q, relevant: [`h${i + 1}a`, `h${i + 1}b`], category: 'multi-hop', split: splitOf(i) })),
  };
}

interface Dialogue {
  facts: string[];
  turns: string[];
  /** What is asked after the turns, and the fact that answers it. */
  follow: [question: string, fact: number][];
  whole: [question: string, fact: number];
}
/** Questions that lean on the turns before them, and whole ones that do not, after the same turns or others. */
export function dialogues(): LabelledSet {
  const random = seeded(SEED + 5);
  const topics = lines<Dialogue>('dialogues');
  const written = topics.flatMap(({ facts }, i) => facts.map((text, k) => ({ id: `d${i + 1}${'abc'[k]}`, text })));
  const others = [...distractors(420, 'everyday', random), ...distractors(180, 'developer', random)];
  const asked = topics.flatMap(({ turns, follow, whole }, i): Asked[] => {
    const id = (fact: number) => [`d${i + 1}${'abc'[fact]}`];
    // Every second whole question comes after the turns of another topic, which must not disturb it.
    const before = i % 2 === 0 ? turns : topics[(i + 1) % topics.length]!.turns;
    return [
      ...follow.map(([q, fact]) => ({ q, relevant: id(fact), category: 'elliptical', context: turns })),
      { q: whole[0], relevant: id(whole[1]), category: 'whole', context: before },
    ];
  });
  return {
    name: 'dialogues',
    about: 'Follow-ups that mean nothing without the turns before them, and whole questions after such turns.',
    memories: diary(scattered(shuffled(written, random), numbered(shuffled(others, random)), random), 'Mara'),
    queries: queriesOf(asked, 'd'),
  };
}

export const builders = { paraphrase, temporal, entity, code, 'multi-hop': multiHop, dialogues } as const;

/** The file of a set: one element of a list a line. */
export function fileOf(set: LabelledSet): string {
  const list = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).join(',\n');
  return `{\n"name": ${JSON.stringify(set.name)},\n"about": ${JSON.stringify(set.about)},\n"memories": [\n${list(set.memories)}\n],\n"queries": [\n${list(set.queries)}\n]\n}\n`;
}

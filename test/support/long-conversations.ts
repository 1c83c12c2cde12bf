import type { PastTurn } from '../../engine/context/index.ts';
import { random } from './mixed-texts.ts';

/** Long conversations with decisions, file names and errors planted in them, for measuring what outlives the words. */
export interface LongConversation {
  turns: PastTurn[];
  /** A phrase of each planted item that must be found again. */
  planted: { kind: 'decision' | 'file' | 'error'; phrase: string }[];
}

const THINGS = ['PostgreSQL', 'Redis', 'SQLite', 'Kafka', 'gRPC', 'Tailwind', 'Vitest', 'pnpm', 'Terraform', 'Nginx', 'Deno', 'Svelte', 'ClickHouse', 'Sentry', 'Playwright', 'esbuild', 'Caddy', 'Fastify', 'Prisma', 'Zod'];
const PURPOSES = ['the job queue', 'session storage', 'the public site', 'end-to-end tests', 'the build', 'the metrics', 'full-text search', 'the invoices', 'feature flags', 'the upload service'];
const DECIDED = [
  (a: string, p: string) => `We decided to use ${a} for ${p}.`, (a: string, p: string) => `Let's go with ${a} for ${p}, it is simpler.`, (a: string, p: string) => `Agreed, ${p} will run on ${a}.`,
  (a: string, p: string) => `I'll use ${a} for ${p} then.`, (a: string, p: string) => `From now on ${p} is built with ${a}.`, (a: string, p: string) => `After some back and forth we settled on ${a} for ${p}.`,
  (a: string, p: string) => `The decision is made: ${a} handles ${p}.`, (a: string, p: string) => `For ${p} we chose ${a} because the team knows it.`, (a: string, p: string) => `We'll keep ${a} for ${p} until the spring.`,
  (a: string, p: string) => `Never use ${a} for ${p} again, please.`, (a: string, p: string) => `Wir haben beschlossen, für ${p} ${a} zu nehmen.`, (a: string, p: string) => `We are no longer using ${a} for ${p}.`,
];
const FOLDERS = ['src', 'lib/server', 'packages/api/src', 'config', 'scripts', 'app/components', 'tests/unit', 'docs'];
const STEMS = ['auth', 'billing', 'queue-worker', 'user_profile', 'mailer', 'router', 'cache', 'schema', 'layout', 'pipeline', 'invoice', 'search-index'];
const ENDINGS = ['ts', 'py', 'rs', 'go', 'sql', 'yaml', 'md', 'json', 'tsx', 'toml'];
const FILED = [(f: string) => `I changed ${f} so that it reads the new setting.`, (f: string) => `The relevant part is in \`${f}\`.`, (f: string) => `Could you look at ${f}, please?`, (f: string) => `Created ${f} with two helper functions.`, (f: string) => `I moved the constants into ${f}.`];
const ERRORS = [
  (n: number) => `TypeError: Cannot read properties of undefined (reading 'row${n}')`, (n: number) => `Error: connect ECONNREFUSED 127.0.0.1:${n}`, (n: number) => `the migration ${n} failed halfway`,
  (n: number) => `the worker crashed with exit code ${n}`, (n: number) => `the request number ${n} timed out after thirty seconds`, (n: number) => `ValueError: invalid literal for int() with base 10: 'v${n}'`,
  (n: number) => `the server answered with HTTP 5${String(n).slice(-2)} on every call of shard ${n}`, (n: number) => `out of memory in batch ${n}`, (n: number) => `the page stays blank after step ${n}`,
];
const FAILED = [(e: string) => `When I run it I get this: ${e}.`, (e: string) => `Now ${e}, any idea?`, (e: string) => `The log says ${e}.`, (e: string) => `It looks as if ${e}, so I stopped there.`];
const SMALL_TALK = [
  'That makes sense to me, I had something similar in mind when I started on this part last week.', 'Could you walk me through the reasoning once more, a bit slower this time?', 'I looked at it over lunch and it reads well, the names are clear and the order is natural.',
  'The idea is that each part only knows its neighbours, so that a change stays where it is made and nobody has to read the whole thing.', 'There are a few ways to do this; the first is quicker to write, the second is easier to test, and the third is what most teams end up with.',
  'Think of it like a library: the catalogue tells where a book is, the shelves hold it, and the reader only ever talks to the desk.', 'I would start with the smallest piece and see how it feels before touching anything around it.',
  'What would you say are the trade-offs between the two approaches when the number of users grows?', 'The documentation describes it in some detail, and the examples there are close to what you need here.', 'Good question. It depends on how often the values change and on who reads them.',
  'By the way, the meeting on Thursday is in the small room, and the coffee machine works again.', 'In short, the outer layer validates, the middle one decides and the inner one stores; each can be replaced alone.', 'I am fairly sure about the first half, less so about the second, so let me read up on it.',
];

const CODE = (n: number) => `\`\`\`ts\n${Array.from({ length: 14 }, (_, i) => `export function step${n}_${i}(input: Record<string, number>): number {\n  return (input.value ?? ${i}) * ${n + i};\n}`).join('\n')}\n\`\`\``;
const OUTPUT = (n: number) => Array.from({ length: 20 }, (_, i) => `[worker] 2026-03-${String((i % 27) + 1).padStart(2, '0')} processed item ${n * 100 + i} in ${i * 3} ms`).join('\n');

export function longConversation(seed: number, exchanges = 60): LongConversation {
  const chance = random(seed);
  const whole = (n: number) => Math.floor(chance() * n);
  const pick = <T>(list: readonly T[]): T => list[whole(list.length)]!;
  const talk = () => Array.from({ length: 2 + whole(4) }, () => pick(SMALL_TALK));
  const planted: LongConversation['planted'] = [];
  const said = new Set<string>();
  const item = (): string => {
    const kind = pick(['decision', 'file', 'error'] as const);
    if (kind === 'decision') {
      const phrase = `${pick(THINGS)}|${pick(PURPOSES)}`;
      const [thing, purpose] = phrase.split('|') as [string, string];
      const sentence = pick(DECIDED)(thing, purpose);
      if (!said.has(sentence)) planted.push({ kind, phrase: sentence.replace(/[.,].*$/s, '') });
      said.add(sentence);
      return sentence;
    }
    if (kind === 'file') {
      const file = `${pick(FOLDERS)}/${pick(STEMS)}.${pick(ENDINGS)}`;
      if (!said.has(file)) planted.push({ kind, phrase: file });
      said.add(file);
      return pick(FILED)(file);
    }
    const error = pick(ERRORS)(1000 + whole(60_000));
    planted.push({ kind, phrase: error });
    return pick(FAILED)(error);
  };
  const turns: PastTurn[] = [];
  for (let i = 0; i < exchanges; i++) {
    for (const role of ['user', 'assistant'] as const) {
      const sentences = talk();
      if (chance() < 0.18) sentences.splice(whole(sentences.length + 1), 0, item());
      if (role === 'assistant') sentences.push(...talk(), ...(chance() < 0.3 ? [`\n${CODE(whole(90))}\n`] : []), ...(chance() < 0.2 ? [`\n${OUTPUT(whole(90))}\n`] : []));
      turns.push({ id: `${i}-${role}`, role, content: sentences.join(' ') });
    }
  }
  return { turns, planted };
}

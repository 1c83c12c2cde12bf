import assert from 'node:assert/strict';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { quantile } from './quantile.ts';

/**
 * node bench/hardening.ts [--count 10000] [--questions 400]: what the protection costs a recall and a write. The same program is
 * copied and stripped of its protection (a plain file, no trail of reads, no scan of what is recalled); both answer the same
 * questions in turn, so that whatever else the machine does falls on both. Their answers must be equal.
 */
const { values } = parseArgs({ options: { count: { type: 'string', default: '10000' }, questions: { type: 'string', default: '400' } } });
const [count, asked] = [Number(values.count), Number(values.questions)];
const WARM_UP = 40;
const root = join(import.meta.dirname, '..');

/** What is taken out, as it stands in the source; a text that is not there any more stops the measurement. */
const STRIPPED: readonly [file: string, from: string, to: string][] = [
  ['engine/vault/threads/open.ts', "chooseCipher(db, mode === 'create');", "if (mode === 'create') db.pragma(`page_size=${PAGE_SIZE}`);"],
  ['engine/vault/threads/open.ts', '    withRawKey(key, (raw) => db.key(raw));\n    for (const pragma of SAFETY)', '    for (const pragma of SAFETY)'],
  ['engine/vault/threads/open.ts', "  cipher: 'sqlcipher', legacy: 4, hmac_check: 1, hmac_use: 1, plaintext_header_size: 0, temp_store", '  temp_store'],
  ['engine/flow/trail.ts', 'if (this.#vault.readOnly !== null) return;', 'return;'],
  ['engine/flow/recall-round.ts', 'const suspect = suspects(mind, rows);', 'const suspect = new Set<number>();'],
];

function strip(to: string): void {
  for (const folder of ['bench', 'contract', 'engine', 'migrations', 'models', 'native', 'security', 'package.json']) cpSync(join(root, folder), join(to, folder), { recursive: true });
  for (const [file, from, into] of STRIPPED) {
    const source = readFileSync(join(to, file), 'utf8');
    assert.ok(source.includes(from), `${file} has changed`);
    writeFileSync(join(to, file), source.replace(from, into));
  }
}

interface Answer {
  ms: number;
  items: string[];
}

class Build {
  readonly #child: ChildProcess;

  constructor(folder: string, dir: string) {
    this.#child = fork(join(folder, 'bench/hardening-child.ts'), [dir, String(count), String(asked)], { execArgv: ['--max-semi-space-size=4'] });
  }

  async ready(): Promise<void> {
    await once(this.#child, 'message');
  }

  async ask(message: object): Promise<Answer> {
    this.#child.send(message);
    return (await once(this.#child, 'message') as [Answer])[0];
  }

  async end(): Promise<void> {
    this.#child.send('end');
    await once(this.#child, 'exit');
  }
}

/** Each question to both, one after the other, the first of them changing. */
async function inTurn(builds: readonly [Build, Build], kind: 'recall' | 'write', number: number): Promise<[number[], number[]]> {
  const taken: [number[], number[]] = [[], []];
  for (let i = 0; i < number; i++) {
    const order = i % 2 === 0 ? [0, 1] as const : [1, 0] as const;
    const answers: Answer[] = [];
    for (const which of order) answers[which] = await builds[which].ask({ [kind]: i });
    assert.deepEqual(answers[0]!.items, answers[1]!.items, 'both builds answer the same');
    assert.ok(answers[0]!.items.length > 0);
    if (i >= WARM_UP) for (const which of [0, 1] as const) taken[which].push(answers[which]!.ms);
  }
  return taken;
}

mkdirSync(join(root, 'dist'), { recursive: true });
const copy = mkdtempSync(join(root, 'dist', 'unhardened-'));
const folder = mkdtempSync(join(tmpdir(), 'engram-bench-'));
try {
  strip(copy);
  const builds = [new Build(root, join(folder, 'hardened')), new Build(copy, join(folder, 'plain'))] as const;
  await Promise.all(builds.map((build) => build.ready()));
  for (const kind of ['recall', 'write'] as const) {
    const [hardened, plain] = await inTurn(builds, kind, asked);
    const figures = ([0.5, 0.95] as const).map((share) => {
      const [a, b] = [quantile(hardened, share), quantile(plain, share)];
      return `p${share * 100} ${a.toFixed(2)} and ${b.toFixed(2)} ms (${((a / b - 1) * 100).toFixed(1)} %)`;
    });
    console.log(`${kind} at ${count}, hardened and plain: ${figures.join(', ')}`);
  }
  await Promise.all(builds.map((build) => build.end()));
} finally {
  rmSync(copy, { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}

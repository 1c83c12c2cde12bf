import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build, root } from './setup/build.ts';
import { installMissing } from './setup/programs.ts';

const slow = process.argv.includes('--slow');
/** One file at a time: most start threads, processes or a browser of their own, and a crowded machine tells nothing. */
const concurrency = 1;
const testMs = slow ? 7_200_000 : 600_000;
/** The same code gets the same verdict: properties start from one seed here, and from new ones in the long run. */
const SEED = '20261122';
if (!slow) process.env['FC_SEED'] ??= SEED;
const folders = ['contract', 'engine', 'security', 'native', 'migrations', 'sidecar', 'electron', 'renderer', 'test', 'scripts', 'bench', 'docs'];

const tell = (line: string): void => void process.stdout.write(`${line}\n`);
const bin = (name: string, path: string) => join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), path);
const node = (...args: string[]): boolean => spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status === 0;

for (const { program, reason } of installMissing(tell)) tell(`Missing: ${program} (${reason}). Tests that need it are reported as skipped.`);

const steps: [name: string, run: () => boolean][] = [
  ['type check', () => node(bin('typescript', 'bin/tsc'), '-p', '.')],
  ['type check of the interface', () => node(bin('typescript', 'bin/tsc'), '-p', 'renderer')],
  ['lint', () => node(join('scripts', 'lint.ts'))],
  ['build of the interface', () => build('renderer')],
];
const failed = steps.filter(([name, run]) => {
  tell(`\n— ${name}`);
  return !run();
}).map(([name]) => name);

const kinds = slow ? ['test', 'slow'] : ['test'];
const files = folders.flatMap((folder) => kinds.flatMap((kind) => globSync(`${folder}/**/*.${kind}.{ts,tsx}`, { cwd: root, exclude: ['**/node_modules/**'] }))).sort();
if (failed.length > 0) tell(`\nFailed before the tests: ${failed.join(', ')}`);
tell(`\n— ${files.length} test files`);
const passed = node('--import', './test/support/seed.ts', '--test', '--test-reporter=spec', `--test-concurrency=${concurrency}`, `--test-timeout=${testMs}`, ...new Set(files));
process.exitCode = passed && failed.length === 0 ? 0 : 1;

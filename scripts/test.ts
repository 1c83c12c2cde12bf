import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { keepCompiledCode } from '../sidecar/code-cache/index.ts';
import { build, root } from './setup/build.ts';
import { installMissing } from './setup/programs.ts';

const slow = process.argv.includes('--slow');
/** Files that kill processes, watch memory or drive a browser get the machine to themselves: a crowded one tells nothing. */
const ALONE = /^test[\\/](?:crash|e2e|electron|keys|secrets|vault)[\\/]/;
const SIDE_BY_SIDE = 2;
const testMs = slow ? 7_200_000 : 600_000;
/** The same code gets the same verdict: properties start from one seed here, and from new ones in the long run. */
const SEED = '20261122';
if (!slow) process.env['FC_SEED'] ??= SEED;
const folders = ['contract', 'engine', 'security', 'native', 'migrations', 'sidecar', 'electron', 'renderer', 'test', 'scripts', 'bench', 'docs'];

// Three hundred files of tests begin a process each, and many of them more.
keepCompiledCode();
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
const files = [...new Set(folders.flatMap((folder) => kinds.flatMap((kind) => globSync(`${folder}/**/*.${kind}.{ts,tsx}`, { cwd: root, exclude: ['**/node_modules/**'] }))))].sort();
if (failed.length > 0) tell(`\nFailed before the tests: ${failed.join(', ')}`);

function runTests(title: string, concurrency: number, some: readonly string[]): boolean {
  tell(`\n— ${some.length} test files, ${title}`);
  return node('--import', './test/support/seed.ts', '--test', '--test-reporter=spec', `--test-concurrency=${concurrency}`, `--test-timeout=${testMs}`, ...some);
}
const passed = [
  runTests('side by side', SIDE_BY_SIDE, files.filter((file) => !ALONE.test(file))),
  runTests('one at a time', 1, files.filter((file) => ALONE.test(file))),
];
if (!passed[0]) tell('\nTests that ran side by side have failed; they are named above.');
process.exitCode = passed.every(Boolean) && failed.length === 0 ? 0 : 1;

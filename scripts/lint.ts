import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { codeFolders, freezeMigrations, lintTree } from './rules/index.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

if (process.argv.includes('--freeze')) for (const path of freezeMigrations(root)) process.stdout.write(`frozen: ${path}\n`);

const violations = lintTree(root);
for (const { path, line, rule, message } of violations) process.stdout.write(`${path}:${line}  ${rule}  ${message}\n`);
process.stdout.write(`${violations.length === 0 ? 'No' : violations.length} breach${violations.length === 1 ? '' : 'es'} of the layer rules\n`);

const oxlint = spawnSync(
  process.execPath,
  [fileURLToPath(new URL('../node_modules/oxlint/bin/oxlint', import.meta.url)), '-c', fileURLToPath(new URL('oxlint.json', import.meta.url)), '--quiet', ...codeFolders],
  { cwd: root, stdio: 'inherit' },
);
process.exitCode = violations.length === 0 && oxlint.status === 0 ? 0 : 1;

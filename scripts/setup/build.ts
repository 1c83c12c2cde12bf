import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js');

/** What is built, from what, and the file whose age tells whether it is fresh. */
const products = {
  renderer: { result: 'dist/renderer/index.html', sources: ['renderer', 'contract'], configs: ['renderer/vite.config.ts'], folder: 'renderer' },
  electron: {
    result: 'dist/electron/electron/main/main.js',
    sources: ['electron', 'engine', 'security', 'native', 'contract', 'migrations'],
    configs: ['electron/preload/vite.config.ts', 'electron/main/vite.config.ts'],
    folder: '.',
  },
} as const;
export type Product = keyof typeof products;

/** Whether every source is older than the result. */
export function isFresh(product: Product): boolean {
  const { result, sources } = products[product];
  const built = modified(join(root, result));
  return built !== null && sources.every((folder) => newest(join(root, folder)) <= built);
}

/** Builds with the bundler's own output on standard error; false when it failed. */
export function build(product: Product): boolean {
  const { configs, folder } = products[product];
  return configs.every((config) => {
    const target = folder === '.' ? [] : [folder];
    const run = spawnSync(process.execPath, [vite, 'build', ...target, '--config', join(root, config), '--logLevel', 'warn'], {
      cwd: root, stdio: ['ignore', 2, 2],
    });
    return run.status === 0;
  });
}

function modified(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

function newest(folder: string): number {
  let latest = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || entry.name.includes('.test.')) continue;
    latest = Math.max(latest, modified(join(entry.parentPath, entry.name)) ?? 0);
  }
  return latest;
}

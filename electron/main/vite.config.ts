import { cpSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const target = join(root, 'dist', 'electron');

// One output file per source file: threads and data files are found beside the file that names them.
export default defineConfig({
  root,
  build: {
    ssr: true,
    outDir: target,
    emptyOutDir: false,
    target: 'esnext',
    minify: false,
    rolldownOptions: {
      input: ['electron/main/main.ts', 'electron/engine/main.ts', 'engine/serve/index.ts', ...globSync('engine/**/*.worker.ts', { cwd: root })],
      output: { format: 'es', preserveModules: true, preserveModulesRoot: root, entryFileNames: '[name].js' },
    },
  },
  ssr: { external: true },
  plugins: [
    {
      name: 'built-names',
      enforce: 'pre',
      transform: (code) => code.replaceAll(/(['"])([\w./-]+\.worker)\.ts\1/g, '$1$2.js$1'),
    },
    {
      name: 'data-files',
      closeBundle() {
        for (const path of ['models', 'package.json', ...globSync('migrations/*.sql', { cwd: root })]) cpSync(join(root, path), join(target, path), { recursive: true });
      },
    },
  ],
});

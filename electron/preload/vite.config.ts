import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

// A sandboxed preload script is one file in the old module format, with nothing to load but electron.
export default defineConfig({
  build: {
    outDir: fileURLToPath(new URL('../../dist/electron', import.meta.url)),
    emptyOutDir: false,
    target: 'esnext',
    minify: false,
    lib: { entry: fileURLToPath(new URL('preload.ts', import.meta.url)), formats: ['cjs'], fileName: () => 'preload.cjs' },
    rolldownOptions: { external: ['electron'] },
  },
});

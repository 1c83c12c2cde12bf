import { globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const root = join(import.meta.dirname, '..', '..');
/** What a child may not hold inside: native code is loaded from where it is installed. */
const NATIVE = ['better-sqlite3-multiple-ciphers', 'sodium-native', '@napi-rs/keyring', 'koffi', 'onnxruntime-node'];
const made = new Map<string, Promise<string>>();

/**
 * The file to start for `test/crash/<child>`: the same program with everything it imports in a few
 * files, and so are its threads, because reading hundreds of them is most of what a process that is
 * killed at once costs. Made once by each process, and gone with it.
 */
export function programOf(child: string): Promise<string> {
  let file = made.get(child);
  if (!file) made.set(child, (file = bundle(child)));
  return file;
}

async function bundle(child: string): Promise<string> {
  // Inside the repository: packages are found from there, and so may the process that reads imports.
  mkdirSync(join(root, 'dist'), { recursive: true });
  const folder = mkdtempSync(join(root, 'dist', 'crash-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const entry = join(import.meta.dirname, child);
  const threads = globSync('engine/**/*.worker.ts', { cwd: root }).map((path) => join(root, path));
  const builtAs = (path: string) => join(folder, basename(path).replace(/\.ts$/, '.js'));
  await build({
    configFile: false, root, logLevel: 'error',
    build: {
      ssr: true, outDir: folder, emptyOutDir: false, target: 'esnext', minify: false,
      rolldownOptions: { input: [entry, ...threads], output: { format: 'es', entryFileNames: '[name].js' } },
    },
    ssr: { noExternal: true, external: NATIVE },
    plugins: [{
      name: 'places',
      enforce: 'pre',
      // Threads are started from their built files; everything else is looked for where its source is.
      transform: (code, id) => (id.startsWith(root) && !id.includes('node_modules') ? code
        .replaceAll(/(['"])(?:\.\/)?([\w-]+\.worker\.ts)\1/g, (_all, _quote, name: string) => JSON.stringify(pathToFileURL(builtAs(name)).href))
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
        .replaceAll('import.meta.dirname', JSON.stringify(join(id, '..'))) : null),
    }],
  });
  return builtAs(entry);
}

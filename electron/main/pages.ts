import { readFile, realpath } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { pageHeaders } from './settings.ts';

/** Kinds of file the interface consists of; anything else is not served. */
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/** Answers `app://engram/…` from the folder of the built interface and from nowhere else. */
export async function page(url: string, root: string): Promise<Response> {
  const file = await fileFor(url, root);
  if (file === null) return new Response('', { status: 404, headers: pageHeaders });
  return new Response(new Uint8Array(await readFile(file.path)), { headers: { ...pageHeaders, 'content-type': file.type } });
}

async function fileFor(url: string, root: string): Promise<{ path: string; type: string } | null> {
  const parsed = URL.parse(url);
  if (parsed === null || parsed.protocol !== 'app:' || parsed.host !== 'engram') return null;
  let path: string;
  try {
    path = decodeURIComponent(parsed.pathname);
  } catch {
    return null;
  }
  if (path.includes('\0') || path.includes('\\')) return null;
  const base = await realpath(root).catch(() => null);
  if (base === null) return null;
  const name = path === '/' || path === '' || extname(path) === '' ? 'index.html' : path;
  // Links are resolved before the comparison, so that none leads out of the folder.
  const real = await realpath(join(base, name)).catch(() => null);
  const type = types[extname(name)];
  return real !== null && real.startsWith(base + sep) && type !== undefined ? { path: real, type } : null;
}

import { createReadStream } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join, sep } from 'node:path';
import { EngramError } from '../../contract/index.ts';
import { refuse } from './refuse.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
};

/** What a page of this app may load: its own files and its own socket, nothing remote. */
export function pagePolicy(connect: string): string {
  return [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:", "font-src 'self'",
    `connect-src ${connect}`, "manifest-src 'self'", "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
    "object-src 'none'", "require-trusted-types-for 'script'",
  ].join('; ');
}

/** Headers of every file of the page; `host` is the checked Host header. */
export function pageHeaders(host: string): Record<string, string> {
  return {
    'content-security-policy': pagePolicy(`'self' ws://${host}`),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), display-capture=()',
    'x-frame-options': 'DENY',
  };
}

/** Serves the built interface from `root`. It holds no data, so it needs no token. */
export async function servePage(request: IncomingMessage, response: ServerResponse, root: string): Promise<void> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return refuse(response, new EngramError('INVALID_INPUT', { detail: 'method' }));
  const file = await fileFor(root, request.url ?? '/');
  if (file === null) return refuse(response, new EngramError('NOT_FOUND', { detail: 'no such page' }));
  const type = types[extname(file.path)] ?? 'application/octet-stream';
  response.writeHead(200, {
    ...pageHeaders(request.headers.host ?? ''),
    'content-type': type,
    'content-length': file.bytes,
    // Built files carry a hash in their name; the page itself and the rest must never be stale.
    'cache-control': file.path.includes(`${sep}assets${sep}`) ? 'public, max-age=31536000, immutable' : 'no-store',
  });
  if (request.method === 'HEAD') return void response.end();
  await new Promise<void>((resolve) => {
    const stream = createReadStream(file.path);
    stream.on('error', () => response.destroy());
    response.on('close', () => {
      stream.destroy();
      resolve();
    });
    stream.pipe(response);
  });
}

/** The file inside `root` that a request path names; addresses of screens get the page itself. */
async function fileFor(root: string, target: string): Promise<{ path: string; bytes: number } | null> {
  let path: string;
  try {
    path = decodeURIComponent(target.split(/[?#]/, 1)[0]!);
  } catch {
    return null;
  }
  if (path.includes('\0') || path.includes('\\')) return null;
  const base = await realpath(root).catch(() => null);
  if (base === null) return null;
  const wanted = join(base, path === '/' || extname(path) === '' ? 'index.html' : path);
  // Links are resolved before the comparison, so that none leads out of the folder.
  const real = await realpath(wanted).catch(() => null);
  if (real === null || !real.startsWith(base + sep)) return null;
  const info = await stat(real);
  return info.isFile() ? { path: real, bytes: info.size } : null;
}

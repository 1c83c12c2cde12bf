import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { EngramError } from '../../contract/index.ts';
import { tinyModel, tinyTokenizer, writeTinyModel } from '../../test/support/tiny-model.ts';
import { installEmbedder, openEmbedder, type InstallOptions } from './index.ts';

const root = mkdtempSync(join(tmpdir(), 'engram-install-'));
const model = Buffer.from(tinyModel());
const checksum = createHash('sha256').update(model).digest('hex');
let files: Record<string, Buffer> = {};
let version = '"v1"';
/** Bytes of a file after which the connection breaks; null: never. */
let breakAfter: number | null = null;
let asked: { url: string; range: string | undefined }[] = [];

function serve(request: IncomingMessage, response: ServerResponse): void {
  const name = new URL(request.url!, 'http://x').pathname.replace('/tiny/', '');
  const { range } = request.headers;
  asked.push({ url: request.url!, range });
  const file = files[name];
  if (!file) return void response.writeHead(404).end('none');
  const start = range && request.headers['if-range'] === version ? Number(/^bytes=(\d+)-$/.exec(range)![1]) : 0;
  const rest = file.subarray(start);
  response.writeHead(start > 0 ? 206 : 200, { 'content-length': rest.length, etag: version, ...(start > 0 && { 'content-range': `bytes ${start}-${file.length - 1}/${file.length}` }) });
  if (breakAfter === null) return void response.end(rest);
  response.write(rest.subarray(0, breakAfter), () => setTimeout(() => response.destroy(), 20));
}
const server = createServer(serve);
let base = '';
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tiny`;
});
after(() => {
  server.closeAllConnections();
  server.close();
  rmSync(root, { recursive: true, force: true });
});
beforeEach(() => {
  files = { 'model.onnx': model, 'tokenizer.json': Buffer.from(tinyTokenizer()) };
  version = '"v1"';
  breakAfter = null;
  asked = [];
});

let count = 0;
const fresh = () => join(root, `model-${(count += 1)}`);
const options = (more: Partial<InstallOptions> = {}): InstallOptions => ({ signal: new AbortController().signal, onProgress: () => {}, ...more });
const code = (work: Promise<unknown>) => work.then(() => 'none', (error: unknown) => (error instanceof EngramError ? error.code : String(error)));

test('downloads what there is, tells how far it is, and the model works', async () => {
  const target = fresh();
  const steps: [number, number | null][] = [];
  await installEmbedder(`${base}/?revision=main`, target, options({ sha256: checksum.toUpperCase(), onProgress: (done, total) => steps.push([done, total]) }));
  assert.deepEqual(readdirSync(target).sort(), ['model.onnx', 'tokenizer.json']);
  assert.deepEqual(steps.at(-1), [model.length + files['tokenizer.json']!.length, model.length + files['tokenizer.json']!.length]);
  assert.ok(steps.every(([done], i) => i === 0 || done >= steps[i - 1]![0]));
  assert.equal(asked[0]!.url, '/tiny/model.onnx?revision=main');
  assert.ok(!existsSync(`${target}.part`));
  const embedder = await openEmbedder(target.split('/').at(-1)!, { modelsDir: root, providers: [] });
  assert.equal((await embedder.embed(['red'], 'query')).length, 1);
  await embedder.close();
});

test('goes on where the connection broke, and starts again when the file changed', async () => {
  const target = fresh();
  breakAfter = 100;
  assert.equal(await code(installEmbedder(base, target, options())), 'EMBEDDER_UNAVAILABLE');
  assert.ok(!existsSync(target));
  assert.equal(await code(installEmbedder(base, target, options())), 'EMBEDDER_UNAVAILABLE');
  assert.equal(asked[1]!.range, 'bytes=100-');
  version = '"v2"';
  breakAfter = null;
  asked = [];
  await installEmbedder(base, target, options({ sha256: checksum }));
  assert.match(asked[0]!.range!, /^bytes=\d+-$/);
  assert.ok(existsSync(join(target, 'model.onnx')));
});

test('a wrong checksum leaves nothing behind', async () => {
  const target = fresh();
  assert.equal(await code(installEmbedder(base, target, options({ sha256: '0'.repeat(64) }))), 'MODEL_INVALID');
  assert.ok(!existsSync(target) && !existsSync(`${target}.part`));
});

test('files that are missing or no model are refused', async () => {
  delete files['tokenizer.json'];
  assert.equal(await code(installEmbedder(base, fresh(), options())), 'MODEL_INVALID');
  files = { 'model.onnx': Buffer.from('<html>'), 'tokenizer.json': Buffer.from(tinyTokenizer()) };
  assert.equal(await code(installEmbedder(base, fresh(), options())), 'MODEL_INVALID');
  assert.equal(await code(installEmbedder(join(root, 'absent'), fresh(), options())), 'MODEL_INVALID');
  assert.equal(await code(installEmbedder('https://', fresh(), options())), 'MODEL_INVALID');
});

test('stops when asked to and can be started again', async () => {
  const target = fresh();
  const stop = new AbortController();
  assert.equal(await code(installEmbedder(base, target, options({ signal: stop.signal, onProgress: () => stop.abort() }))), 'CANCELLED');
  assert.ok(!existsSync(target));
  await installEmbedder(base, target, options());
  assert.ok(existsSync(target));
});

test('copies a folder, but only the files of a model', async () => {
  const source = join(root, 'source');
  writeTinyModel(source, { pooling: 'cls' });
  writeFileSync(join(source, 'secret.txt'), 'x');
  mkdirSync(join(source, 'config.json'));
  const target = fresh();
  await installEmbedder(source, target, options({ sha256: checksum }));
  assert.deepEqual(readdirSync(target).sort(), ['engram.json', 'model.onnx', 'tokenizer.json']);
  assert.equal(await code(installEmbedder(source, target, options())), 'CONFLICT');
});

test('the name of the target is a plain one', async () => {
  for (const name of ['.hidden', 'a b', 'x.part', 'builtin', '..']) assert.equal(await code(installEmbedder(base, `${root}/${name}`, options())), 'INVALID_INPUT', name);
});

import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { page } from './pages.ts';

test('WINDOW-SAFE: pages come from their folder and from nowhere else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'engram-pages-'));
  const root = join(folder, 'renderer');
  try {
    mkdirSync(join(root, 'assets'), { recursive: true });
    writeFileSync(join(root, 'index.html'), 'page');
    writeFileSync(join(root, 'assets', 'a.js'), 'script');
    writeFileSync(join(root, 'secret.db'), 'secret');
    writeFileSync(join(folder, 'outside.js'), 'outside');
    symlinkSync(join(folder, 'outside.js'), join(root, 'link.js'));
    const body = async (url: string) => {
      const answer = await page(url, root);
      assert.ok(answer.headers.get('content-security-policy'));
      return [answer.status, await answer.text()];
    };
    for (const own of ['app://engram/', 'app://engram/index.html', 'app://engram/chat/1']) assert.deepEqual(await body(own), [200, 'page'], own);
    assert.deepEqual(await body('app://engram/assets/a.js?v=1'), [200, 'script']);
    for (const bad of [
      'app://engram/../outside.js', 'app://engram/%2e%2e/outside.js', 'app://engram/..%2foutside.js', 'app://engram/..%5coutside.js',
      'app://engram/link.js', 'app://engram/secret.db', 'app://engram/none.js', 'app://other/index.html', 'file:///etc/passwd', 'app://engram/%00.js', 'app://engram/%zz.js',
    ])
      assert.deepEqual(await body(bad), [404, ''], bad);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

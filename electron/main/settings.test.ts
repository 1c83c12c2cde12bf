import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageHeaders, webPreferences, windowSettings } from './settings.ts';

test('WINDOW-SAFE: the window gives a page nothing', () => {
  assert.deepEqual(webPreferences, {
    contextIsolation: true, sandbox: true, nodeIntegration: false, nodeIntegrationInWorker: false, nodeIntegrationInSubFrames: false,
    webviewTag: false, webSecurity: true, allowRunningInsecureContent: false, experimentalFeatures: false, navigateOnDragDrop: false,
    spellcheck: false, devTools: false, partition: 'vault',
  });
  const settings = windowSettings('preload');
  assert.deepEqual(settings.webPreferences, { ...webPreferences, preload: 'preload' });
  assert.equal(settings.show, false);
});

test('WINDOW-SAFE: the policy of a page allows nothing remote and nothing inline', () => {
  const policy = pageHeaders['content-security-policy'];
  assert.ok(policy.startsWith("default-src 'none'"));
  assert.ok(!/unsafe|https?:|\*|blob:/.test(policy));
  for (const part of ["script-src 'self'", "form-action 'none'", "frame-ancestors 'none'", "base-uri 'none'", "require-trusted-types-for 'script'"]) assert.ok(policy.includes(part), part);
});

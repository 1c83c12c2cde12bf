import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { test } from 'node:test';

const script = (body: string) => `import { hardenProcess, readHardening } from ${JSON.stringify(new URL('index.ts', import.meta.url).href)};\n${body}`;
const run = (body: string, ...flags: string[]) => execFileSync(process.execPath, [...flags, '--input-type=module-typescript', '-e', script(body)], { encoding: 'utf8' });
const unix = process.platform === 'linux' || process.platform === 'darwin' ? false : 'this system has other means';

test('PROCESS-CLOSED: what was set reads back, in a process of its own', { skip: unix }, () => {
  const before = JSON.parse(run('console.log(JSON.stringify(readHardening()))')) as Record<string, unknown>;
  assert.equal(before.noDebuggerSignal, false);
  const after = JSON.parse(run('hardenProcess(); console.log(JSON.stringify(readHardening()))', '--disable-sigusr1')) as Record<string, unknown>;
  assert.equal(after.noCore, true);
  assert.equal(after.noDebuggerSignal, true);
  assert.equal(after.privateFiles, true);
  if (process.platform === 'linux') assert.equal(after.notDumpable, true);
});

test('PROCESS-CLOSED: the system itself says so, and the debugger signal opens no port', { skip: process.platform !== 'linux' && 'read from /proc' }, () => {
  const said = run(`import { readFileSync } from 'node:fs'; hardenProcess(); console.log(/Max core file size\\s+(\\S+)\\s+(\\S+)/.exec(readFileSync('/proc/self/limits', 'utf8')).slice(1).join(' '))`);
  assert.equal(said.trim(), '0 0');
  const signalled = spawnSync(process.execPath, ['--disable-sigusr1', '-e', `process.kill(process.pid, 'SIGUSR1'); setTimeout(() => console.log('alive'), 200)`], { encoding: 'utf8' });
  assert.doesNotMatch(signalled.stderr, /Debugger listening/);
});

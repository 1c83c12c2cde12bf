import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { missing } from '../../test/support/system-tool.ts';
import { tempDir } from '../../test/support/temp-vault.ts';
import { keychainFailure } from './keychain.ts';

const cli = fileURLToPath(new URL('../../sidecar/cli/main.ts', import.meta.url));
const skip = process.platform !== 'linux' ? 'the Secret Service is of Linux' : missing('dbus-run-session') || missing('gnome-keyring-daemon');

/** A bus that starts no service by itself, so that there is no keychain on it. */
const emptyBus = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><policy context="default">
<allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
`;

/** What happens on the bus before the command runs. */
const daemons = {
  unlocked: 'printf "password of the keyring" | gnome-keyring-daemon --unlock --components=secrets',
  locked: 'gnome-keyring-daemon --start --components=secrets',
  away: 'true',
} as const;

interface Outcome { code: number | null; out: string; err: string }

/** The command line on a session bus of its own; the keyrings of one `root` outlive the bus. */
function engram(root: string, daemon: keyof typeof daemons | 'no bus', args: readonly string[]): Promise<Outcome> {
  const config = join(root, 'bus.conf');
  writeFileSync(config, emptyBus);
  const own = Object.fromEntries(['run', 'data'].map((name) => [name, join(root, name)]));
  for (const folder of Object.values(own)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const command = [process.execPath, cli, '--json', ...args];
  const session = daemon === 'no bus' ? ['env', ...command]
    : ['dbus-run-session', ...(daemon === 'away' ? [`--config-file=${config}`] : []), '--', 'sh', '-c', `${daemons[daemon]} >/dev/null 2>&1; exec "$@"`, 'sh', ...command];
  const env = { ...process.env, HOME: root, XDG_DATA_HOME: own.data, XDG_RUNTIME_DIR: own.run, NODE_TEST_CONTEXT: undefined, DBUS_SESSION_BUS_ADDRESS: undefined, DISPLAY: undefined, ENGRAM_PASSPHRASE_FILE: '' };
  return new Promise((resolve, reject) => {
    const child = spawn(session[0]!, session.slice(1), { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let [out, err] = ['', ''];
    child.stdout.on('data', (data) => (out += String(data)));
    child.stderr.on('data', (data) => (err += String(data)));
    child.once('error', reject).once('close', (code) => resolve({ code, out, err }));
  });
}

/** The code of the error a failed command told; the bus talks on the same stream. */
const codeOf = ({ err }: Outcome) => {
  const line = err.split('\n').find((text) => text.startsWith('{"error"'));
  return line === undefined ? err : (JSON.parse(line) as { error: { code: string } }).error.code;
};

test('KEYCHAIN-LINUX: a vault made with the keychain opens again without a passphrase, and waits while the keychain is locked or away', { skip }, async () => {
  using folder = tempDir();
  const vault = ['--vault', join(folder.path, 'vault')];
  const kit = join(folder.path, 'kit.txt');
  const made = await engram(folder.path, 'unlocked', [...vault, 'init', '--keychain', '--no-passphrase', '--kit-file', kit]);
  assert.equal(made.code, 0, made.err);
  assert.deepEqual((JSON.parse(made.out) as { status: { protection: object } }).status.protection, { passphrase: false, keychain: true });
  const stored = await engram(folder.path, 'unlocked', [...vault, 'remember', 'The piano is tuned in March']);
  assert.equal(stored.code, 0, stored.err);

  const locked = await engram(folder.path, 'locked', [...vault, 'list']);
  assert.deepEqual([codeOf(locked), locked.code, locked.out], ['KEYCHAIN_LOCKED', 3, '']);
  for (const daemon of ['away', 'no bus'] as const) {
    const away = await engram(folder.path, daemon, [...vault, 'list']);
    assert.deepEqual([codeOf(away), away.code, away.out], ['KEYCHAIN_UNAVAILABLE', 3, ''], daemon);
  }

  const listed = await engram(folder.path, 'unlocked', [...vault, 'list']);
  assert.deepEqual((JSON.parse(listed.out) as { items: { text: string }[] }).items.map((memory) => memory.text), ['The piano is tuned in March']);
});

test('KEYCHAIN-LINUX: the kit opens a vault whose keychain has lost its entry', { skip }, async () => {
  using folder = tempDir();
  const vault = ['--vault', join(folder.path, 'vault')];
  const kit = join(folder.path, 'kit.txt');
  assert.equal((await engram(folder.path, 'unlocked', [...vault, 'init', '--keychain', '--no-passphrase', '--kit-file', kit])).code, 0);
  // Another home has another keyring.
  const other = join(folder.path, 'other');
  mkdirSync(other);
  assert.equal(codeOf(await engram(other, 'unlocked', [...vault, 'list'])), 'KEYCHAIN_ENTRY_MISSING');
  const opened = await engram(other, 'no bus', [...vault, 'unlock', '--kit-file', kit]);
  assert.equal(opened.code, 0, opened.err);
  assert.equal((await engram(other, 'no bus', [...vault, 'lock'])).code, 0);
});

test('KEYCHAIN-LINUX: without a usable keychain nothing is created', { skip }, async () => {
  for (const daemon of ['locked', 'away', 'no bus'] as const) {
    using folder = tempDir();
    const dir = join(folder.path, 'vault');
    // "locked" starts with no collection at all here, which nobody is there to make.
    const refused = await engram(folder.path, daemon, ['--vault', dir, 'init', '--keychain', '--no-passphrase']);
    assert.deepEqual([codeOf(refused), refused.code, refused.out], ['KEYCHAIN_UNAVAILABLE', 3, ''], daemon);
    assert.equal(existsSync(dir), false, daemon);
  }
});

test('KEYCHAIN-LINUX: only what says so is a locked keychain', () => {
  const code = (text: string) => keychainFailure(new Error(text)).code;
  for (const text of [
    "Couldn't access platform storage: Secret Service: unlock prompt was dismissed", 'Platform failure: User interaction is not allowed.',
    'Platform failure: User canceled the operation.', 'Platform failure: The user name or passphrase you entered is not correct.',
  ]) assert.equal(code(text), 'KEYCHAIN_LOCKED', text);
  for (const text of [
    "Couldn't access platform storage: Secret Service: no result found",
    'Platform failure: DBus error: The name org.freedesktop.secrets was not provided by any .service files',
    'Platform failure: DBus error: Failed to connect to socket /home/block/locked: No such file or directory',
    'Platform failure: DBus error: Using X11 for dbus-daemon autolaunch was disabled at compile time, set your DBUS_SESSION_BUS_ADDRESS instead',
  ]) assert.equal(code(text), 'KEYCHAIN_UNAVAILABLE', text);
});

import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { EngramError, errorBody, type ErrorBody } from '../../../contract/index.ts';
import { isOlder, migrate, schemaVersion } from '../schema/index.ts';
import { Secret } from '../../../native/secure-memory/index.ts';
import { isCurrent } from '../../../security/audit/index.ts';
import { chainWith, record } from '../tables/audit.ts';
import { interruptJobs } from '../tables/configuration.ts';
import { advanceHead, headIsSealed, headRow, sealWith, writeHead } from '../tables/head.ts';
import { refreshConfidential } from '../tables/refresh.ts';
import { padDatabase } from '../tables/padding.ts';
import { settleStreaming } from '../tables/conversations.ts';
import type { WritableVault } from '../tables/handle.ts';
import { writes } from '../tables/writes.ts';
import { begun } from './begun.ts';
import { vaultFailure } from './failure.ts';
import { takeLock } from './lock-file.ts';
import { BUSY_TIMEOUT_MS, checkDurability, openConnection, sqliteCode, type Connection } from './open.ts';
import { makePrivate } from './private-file.ts';
import { afterOverwritingStack } from './used-stack.ts';
import type { FromThread, ReadOnly, Reply, Request, ToThread, WriteHandler } from './protocol.ts';

/** The one writer: owns migrations, commits in groups, answers each caller after its row is durable. */

const MOST_IN_GROUP = 512;
const port = parentPort!;
const start = await begun(port);
const send = (message: FromThread) => port.postMessage(message);

interface OpenVault {
  db: WritableVault;
  readOnly: ReadOnly | null;
}

/** Whether the file is the last one this machine saw. Reads only, so that an old file stays as it is. */
function isTheLast(db: WritableVault, headKey: Secret): boolean {
  const head = headRow(db)!;
  const { anchor, file } = start.writer!;
  // Tables from before heads were sealed have nothing to hold against.
  if (file === null || head.seal === undefined) return true;
  return isCurrent(anchor, { ...file, generation: head.generation, sealed: headIsSealed(head, headKey) });
}

/** A copy of the file as it is, read back, before its tables change. */
function copyBeforeMigration(db: WritableVault): void {
  const { backups } = start.writer!;
  mkdirSync(backups, { recursive: true, mode: 0o700 });
  const stamp = new Date(start.now).toISOString().replace(/[:.]/g, '-');
  const path = join(backups, `vault-${stamp}-migration.db`);
  if (existsSync(path)) return;
  copyWhole(db, path);
}

/** `VACUUM INTO` under another name until it is whole: half a copy must never count as a backup. */
function copyWhole(db: WritableVault, path: string): void {
  const part = `${path}.part`;
  try {
    rmSync(part, { force: true });
    makePrivate(part);
    db.prepare('VACUUM INTO ?').run(part);
    const fd = openSync(part, 'r+');
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(part, path);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

function begin(db: WritableVault): ReadOnly | null {
  refreshConfidential(db);
  settleStreaming(db);
  interruptJobs(db);
  record(db, { operation: 'open', memory: null, actor: 'engine', count: 1 }, start.now);
  checkDurability(db);
  return null;
}

function open(): OpenVault {
  if (start.create) makePrivate(start.path);
  const db = openConnection(start.path, start.key, start.create ? 'create' : 'write') as WritableVault;
  start.key.fill(0);
  const { auditKey, headKey } = start.writer!;
  const headSecret = Secret.take(headKey);
  chainWith(db, Secret.take(auditKey));
  sealWith(db, headSecret);
  try {
    if (start.create) {
      migrate(db, start.now);
      writeHead(db, { vault_id: start.create.vaultId, name: start.create.name, created_at: start.now });
      advanceHead(db);
    } else {
      if (schemaVersion(db) === 0 || !headRow(db)) throw new EngramError('NOT_A_VAULT');
      const { anchor, accept } = start.writer!;
      const last = isTheLast(db, headSecret);
      if (!last && !accept) return { db, readOnly: 'rolled_back' };
      if (isOlder(db)) copyBeforeMigration(db);
      migrate(db, start.now);
      // What the person takes as it is becomes the newest there ever was.
      if (!last) advanceHead(db, { atLeast: anchor?.generation ?? 0 });
    }
    try {
      return { db, readOnly: begin(db) };
    } catch (error) {
      // Reading goes on when there is no room left; what waits is settled at the next start.
      if (!sqliteCode(error)?.startsWith('SQLITE_FULL')) throw error;
      return { db, readOnly: 'disk_full' };
    }
  } catch (error) {
    db.close();
    throw error;
  }
}

function attempt(db: WritableVault, request: Request): Reply {
  const handler = writes[request.name as keyof typeof writes] as WriteHandler;
  db.exec('SAVEPOINT op');
  try {
    const value = handler(db, request.input);
    db.exec('RELEASE op');
    return { seq: request.seq, value };
  } catch (error) {
    if (!db.inTransaction) throw error;
    db.exec('ROLLBACK TO op');
    db.exec('RELEASE op');
    return { seq: request.seq, error: vaultFailure(error, 'WRITE_FAILED') };
  }
}

/** One transaction for the whole group; when it cannot commit, every caller hears that. */
function commitGroup(db: WritableVault, group: readonly Request[]): Reply[] {
  try {
    db.exec('BEGIN IMMEDIATE');
    const replies = group.map((request) => attempt(db, request));
    db.exec('COMMIT');
    return replies;
  } catch (error) {
    if (db.inTransaction) db.exec('ROLLBACK');
    const body: ErrorBody = vaultFailure(error, 'WRITE_FAILED');
    return group.map(({ seq }) => ({ seq, error: body }));
  }
}

/** A consistent encrypted copy under the same key. Cannot run inside a transaction, so it stands alone. */
function copyTo(db: WritableVault, request: Request): Reply {
  const { path } = request.input as { path: string };
  if (existsSync(path)) return { seq: request.seq, error: errorBody(new EngramError('WRITE_FAILED', { detail: 'the copy exists already' })) };
  try {
    copyWhole(db, path);
    return { seq: request.seq, value: undefined };
  } catch (error) {
    return { seq: request.seq, error: vaultFailure(error, 'WRITE_FAILED') };
  }
}

/** Milliseconds a reader in the middle of a query may hold the log up. */
const LOG_PATIENCE_MS = 500;
/** Milliseconds until a log that could not be emptied is tried again. */
const LOG_RETRY_MS = 1000;
/** Changes after which neither the log nor a page that waits in it may go on holding what was there. */
const ERASING: ReadonlySet<string> = new Set<keyof typeof writes>(['eraseMemories', 'removeSession']);

/**
 * Empties the log into the file. False when the disk or a reader stands in the way, which loses
 * nothing: what is in the log is durable, and whoever opens the vault next reads it from there.
 */
function emptyLog(db: WritableVault, patienceMs = LOG_PATIENCE_MS): boolean {
  try {
    db.pragma(`busy_timeout=${patienceMs}`);
    return (db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[])[0]?.busy === 0;
  } catch {
    return false;
  } finally {
    db.pragma(`busy_timeout=${BUSY_TIMEOUT_MS}`);
  }
}

/** The log as long as it holds what was erased (security-notes 0.6): tried again until it is empty, and told whenever that changes. */
class ErasedLog {
  readonly #db: WritableVault;
  #holds = false;
  #timer: NodeJS.Timeout | null = null;

  constructor(db: WritableVault) {
    this.#db = db;
  }

  /** After a commit; `erased` when something went in it. */
  settle(erased: boolean, patienceMs?: number): void {
    if (!erased && !this.#holds) return;
    const holds = !emptyLog(this.#db, patienceMs);
    if (holds !== this.#holds) send({ type: 'log', holdsErased: holds });
    this.#holds = holds;
    this.stop();
    if (holds) this.#timer = setTimeout(() => this.settle(false, 0), LOG_RETRY_MS);
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}

/** Seals, pads and empties the log. Returns the generation of the closed file, 0 when something of it failed: the next start then finds what a crash leaves. */
function closeVault({ db, readOnly }: OpenVault): number {
  let generation = 0;
  try {
    if (readOnly !== 'rolled_back') {
      const sealed = advanceHead(db);
      padDatabase(db);
      if (emptyLog(db)) generation = sealed;
    }
  } catch {
    // A full disk: what was acknowledged is in the log and comes back at the next start.
  }
  db.close();
  return generation;
}

function serve(vault: OpenVault, lock: Connection): void {
  const { db } = vault;
  let queue: Request[] = [];
  const log = new ErasedLog(db);
  // A process that was killed after an erasure may have left such a log.
  if (vault.readOnly === null) log.settle(true);
  let timer: NodeJS.Timeout | null = null;
  const flush = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    while (queue.length > 0) {
      const group = queue.slice(0, MOST_IN_GROUP);
      queue = queue.slice(MOST_IN_GROUP);
      const replies = commitGroup(db, group);
      log.settle(group.some(({ name }) => ERASING.has(name)));
      send({ type: 'replies', replies });
    }
  };
  port.on('message', (message: ToThread) => {
    if (message.type === 'call' && message.request.name === 'copyTo') {
      flush();
      send({ type: 'replies', replies: [copyTo(db, message.request)] });
      return;
    }
    if (message.type === 'call') {
      queue.push(message.request);
      if (queue.length >= MOST_IN_GROUP) flush();
      else timer ??= setTimeout(flush, start.windowMs);
      return;
    }
    flush();
    log.stop();
    const generation = closeVault(vault);
    lock.close();
    port.removeAllListeners('message');
    afterOverwritingStack(() => {
      send({ type: 'closed', generation });
      port.close();
    });
  });
}

let lock: Connection | null = null;
try {
  lock = takeLock(start.lockPath);
  const vault = open();
  serve(vault, lock);
  send({ type: 'ready', readOnly: vault.readOnly, generation: headRow(vault.db)!.generation });
} catch (error) {
  lock?.close();
  send({ type: 'failed', error: error instanceof EngramError ? errorBody(error) : vaultFailure(error, 'INTERNAL') });
  port.close();
}

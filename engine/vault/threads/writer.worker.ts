import { existsSync, rmSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3-multiple-ciphers';
import { EngramError, errorBody, type ErrorBody } from '../../../contract/index.ts';
import { migrate, schemaVersion } from '../schema/index.ts';
import { record } from '../tables/audit.ts';
import { headRow, interruptJobs, writeHead } from '../tables/configuration.ts';
import { settleStreaming } from '../tables/conversations.ts';
import type { WritableVault } from '../tables/handle.ts';
import { writes } from '../tables/writes.ts';
import { vaultFailure } from './failure.ts';
import { checkDurability, openConnection, sqliteCode, type Connection } from './open.ts';
import { makePrivate } from './private-file.ts';
import type { FromThread, Reply, Request, ThreadStart, ToThread, WriteHandler } from './protocol.ts';

/** The one writer: owns migrations, commits in groups, answers each caller after its row is durable. */

const MOST_IN_GROUP = 512;
const port = parentPort!;
const start = workerData as ThreadStart;
const send = (message: FromThread) => port.postMessage(message);

/** An operating-system lock on an empty file: gone with the process, however that ends. */
function takeLock(path: string): Connection {
  makePrivate(path);
  const lock = new Database(path, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (cause) {
    lock.close();
    throw sqliteCode(cause)?.startsWith('SQLITE_BUSY') ? new EngramError('VAULT_BUSY', {}, { cause }) : cause;
  }
}

function open(): WritableVault {
  if (start.create) makePrivate(start.path);
  const db = openConnection(start.path, start.key, start.create ? 'create' : 'write') as WritableVault;
  start.key.fill(0);
  try {
    if (start.create) {
      migrate(db, start.now);
      writeHead(db, { vault_id: start.create.vaultId, name: start.create.name, created_at: start.now });
    } else {
      if (schemaVersion(db) === 0 || !headRow(db)) throw new EngramError('NOT_A_VAULT');
      migrate(db, start.now);
    }
    settleStreaming(db);
    interruptJobs(db);
    record(db, { operation: 'open', memory: null, actor: 'engine', count: 1 }, start.now);
    checkDurability(db);
    return db;
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
    makePrivate(path);
    db.prepare('VACUUM INTO ?').run(path);
    return { seq: request.seq, value: undefined };
  } catch (error) {
    // Half a copy must not count as the newest backup.
    rmSync(path, { force: true });
    return { seq: request.seq, error: vaultFailure(error, 'WRITE_FAILED') };
  }
}

function serve(db: WritableVault, lock: Connection): void {
  let queue: Request[] = [];
  let timer: NodeJS.Timeout | null = null;
  const flush = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    while (queue.length > 0) {
      const group = queue.slice(0, MOST_IN_GROUP);
      queue = queue.slice(MOST_IN_GROUP);
      const replies = commitGroup(db, group);
      // The log still holds what was erased until it is truncated (security-notes 0.6).
      if (group.some(({ name }) => name === 'eraseMemories')) db.pragma('wal_checkpoint(TRUNCATE)');
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
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.close();
    lock.close();
    send({ type: 'closed' });
    port.close();
  });
}

let lock: Connection | null = null;
try {
  lock = takeLock(start.lockPath);
  serve(open(), lock);
  send({ type: 'ready' });
} catch (error) {
  lock?.close();
  send({ type: 'failed', error: error instanceof EngramError ? errorBody(error) : vaultFailure(error, 'INTERNAL') });
  port.close();
}

import { parentPort } from 'node:worker_threads';
import type { ReadableVault } from '../tables/handle.ts';
import { reads } from '../tables/reads.ts';
import { begun } from './begun.ts';
import { vaultFailure } from './failure.ts';
import { openConnection } from './open.ts';
import { addVectorFunctions } from './vector-functions.ts';
import { afterOverwritingStack } from './used-stack.ts';
import type { FromThread, ReadHandler, Reply, ToThread } from './protocol.ts';

/** A reader: its connection is opened read-only, and it knows no write. An answer is of one moment, however many rows it asks for. */

const port = parentPort!;
const start = await begun(port);
const send = (message: FromThread) => port.postMessage(message);

const NEEDS_VECTOR_FUNCTIONS: ReadonlySet<string> = new Set<keyof typeof reads>(['scanRows']);

type Answering = (db: ReadableVault, request: { name: string; input: unknown }) => unknown;

const read: Answering = (db, { name, input }) => (reads[name as keyof typeof reads] as ReadHandler)(db, input);

function answer(db: ReadableVault, atOnce: Answering, request: { seq: number; name: string; input: unknown }): Reply {
  try {
    if (NEEDS_VECTOR_FUNCTIONS.has(request.name)) addVectorFunctions(db);
    return { seq: request.seq, value: atOnce(db, request) };
  } catch (error) {
    return { seq: request.seq, error: vaultFailure(error, 'INTERNAL') };
  }
}

try {
  const db = openConnection(start.path, start.key, 'read') as ReadableVault;
  start.key.fill(0);
  const atOnce = db.transaction(read);
  port.on('message', (message: ToThread) => {
    if (message.type === 'call') return send({ type: 'replies', replies: [answer(db, atOnce, message.request)] });
    db.close();
    port.removeAllListeners('message');
    afterOverwritingStack(() => {
      send({ type: 'closed', generation: 0 });
      port.close();
    });
  });
  send({ type: 'ready', readOnly: null, generation: 0 });
} catch (error) {
  send({ type: 'failed', error: vaultFailure(error, 'INTERNAL') });
  port.close();
}

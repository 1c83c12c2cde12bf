import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { WebSocket } from 'ws';
import { EngramError, type Contract } from '../../contract/index.ts';
import { encodeClaim, type ClientClaim } from './claim.ts';

/** Largest answer that is taken, in bytes: a full page of the longest memories with their traces. */
const answerBytes = 67_108_864;

export type ContractClient = ContractRouterClient<Contract>;

export interface Connection {
  readonly client: ContractClient;
  /** Resolves when the connection has ended, for whatever reason. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

export interface ConnectOptions {
  port: number;
  bearer: string;
  /** Narrows the rights of this connection; absent: the person's own. */
  claim?: ClientClaim;
  /** Milliseconds to wait for the socket; 10,000 when absent, because after a lock a fresh process has to start. */
  timeoutMs?: number;
}

/**
 * A typed client of a running sidecar. Throws UNAUTHORIZED when it does not take the bearer and
 * VAULT_BUSY when nothing answers there.
 */
export async function connect(options: ConnectOptions): Promise<Connection> {
  const protocols = ['engram', `bearer.${options.bearer}`];
  if (options.claim !== undefined) protocols.push(encodeClaim(options.claim));
  const socket = new WebSocket(`ws://127.0.0.1:${options.port}/rpc`, protocols, {
    maxPayload: answerBytes,
    handshakeTimeout: options.timeoutMs ?? 10_000,
    perMessageDeflate: false,
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('unexpected-response', (_request, response) => {
      response.resume();
      reject(new EngramError(response.statusCode === 401 ? 'UNAUTHORIZED' : 'VAULT_BUSY', { detail: `status ${response.statusCode}` }));
    });
    socket.once('error', (cause) => reject(new EngramError('VAULT_BUSY', { detail: 'the sidecar does not answer' }, { cause })));
  });
  socket.on('error', () => socket.terminate());
  const link = new RPCLink({ websocket: socket as unknown as globalThis.WebSocket });
  return {
    client: createORPCClient(link),
    closed,
    async close() {
      socket.close();
      setTimeout(() => socket.terminate(), 500).unref();
      await closed;
    },
  };
}

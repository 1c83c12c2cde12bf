import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { EngramError } from '../../contract/index.ts';
import type { CallContext } from '../../engine/serve/index.ts';
import { readJson } from './body.ts';
import { bearerOf, bounds, callRefusal, refusal } from './guard.ts';
import { servePage } from './page.ts';
import { refuse, refuseSocket, sendJson } from './refuse.ts';
import { createRest, describe, type ContractRouter } from './rest.ts';
import { createSockets } from './socket.ts';
import { createTokens, type Tokens } from './tokens.ts';

type Caller = CallContext['caller'];

export interface ServerOptions {
  router: ContractRouter;
  /** Whom another token than the person's belongs to; nobody when absent. */
  identify?: (token: string) => Promise<Caller | null>;
  /** 0 or absent: any free port. */
  port?: number;
  /** Folder of the built interface. */
  pages: string;
  version: string;
}

export interface Server {
  readonly port: number;
  readonly tokens: Tokens;
  /** Address with a fresh one-time token in the fragment, which no server and no log ever sees. */
  address(): string;
  close(): Promise<void>;
}

const Redeem = z.strictObject({ token: z.string().max(200) });

/**
 * Serves the interface, REST and WebSocket on 127.0.0.1. Every request passes the guard before
 * anything of it is parsed. Rejects when the port is taken.
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const tokens = createTokens();
  const rest = createRest(options.router);
  const sockets = createSockets(options.router, tokens, options.identify);
  let port = 0;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refused = refusal(request, port);
    if (refused !== null) return refuse(response, refused);
    const path = request.url!.split('?', 1)[0]!;
    if (path !== '/api' && !path.startsWith('/api/')) return servePage(request, response, options.pages);
    const bad = callRefusal(request);
    if (bad !== null) return refuse(response, bad);
    if (path === '/api/session') return session(request, response);
    const bearer = bearerOf(request);
    if (!tokens.accepts(bearer)) {
      const client = bearer === null ? null : await options.identify?.(bearer) ?? null;
      if (client === null) return refuse(response, new EngramError('UNAUTHORIZED'));
      return rest(request, response, { caller: client });
    }
    if (path === '/api/token' && request.method === 'POST') return sendJson(response, { token: tokens.ticket() });
    if (path === '/api/openapi.json' && request.method === 'GET') return sendJson(response, await describe(options.version));
    await rest(request, response, { caller: { kind: 'person', local: true } });
  };

  /** POST trades a one-time token for a bearer; GET says whether a bearer is still known, locked or not. */
  const session = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'GET') return tokens.accepts(bearerOf(request)) ? sendJson(response, { known: true }) : refuse(response, new EngramError('UNAUTHORIZED'));
    if (request.method !== 'POST') return refuse(response, new EngramError('INVALID_INPUT', { detail: 'method' }));
    const input = Redeem.safeParse(await readJson(request));
    if (!input.success) return refuse(response, new EngramError('INVALID_INPUT', { issues: [{ path: 'token', message: 'expected the one-time token' }] }));
    const bearer = tokens.redeem(input.data.token);
    if (bearer === null) return refuse(response, new EngramError('UNAUTHORIZED'));
    sendJson(response, { bearer });
  };

  const server = createServer({
    headersTimeout: bounds.headerMs,
    requestTimeout: 60_000,
    connectionsCheckingInterval: 1_000,
    keepAliveTimeout: 5_000,
    maxHeaderSize: 16_384,
  });
  server.on('request', (request, response) => {
    answer(request, response).catch((thrown: unknown) => {
      if (response.headersSent) response.destroy();
      else refuse(response, thrown instanceof EngramError ? thrown : new EngramError('INTERNAL'));
    });
  });
  // A client that asks first whether it may send is told to only when the guard lets it.
  server.on('checkContinue', (request, response) => {
    if (refusal(request, port) === null && callRefusal(request) === null) response.writeContinue();
    server.emit('request', request, response);
  });
  server.on('upgrade', (request, socket, head) => sockets.upgrade(request, socket, head, port));
  server.on('connect', (_request, socket) => refuseSocket(socket, new EngramError('INVALID_INPUT', { detail: 'method' })));
  server.on('clientError', (_error, socket) => {
    if (socket.writable) refuseSocket(socket, new EngramError('INVALID_INPUT', { detail: 'malformed request' }));
    else socket.destroy();
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: options.port ?? 0, exclusive: true }, resolve);
  });
  port = (server.address() as AddressInfo).port;

  return {
    port,
    tokens,
    address: () => `http://127.0.0.1:${port}/#t=${tokens.ticket()}`,
    close: () =>
      new Promise<void>((resolve) => {
        sockets.close();
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), 1_000).unref();
      }),
  };
}

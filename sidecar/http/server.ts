import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Server as Listener, type AddressInfo, type Socket } from 'node:net';
import { z } from 'zod';
import { EngramError } from '../../contract/index.ts';
import { createTally, type CallContext } from '../../engine/serve/index.ts';
import { readJson } from './body.ts';
import { bearerOf, bounds, callRefusal, refusal } from './guard.ts';
import { servePage } from './page.ts';
import { refuse, refuseSocket, sendJson } from './refuse.ts';
import { createRest, describe, type ContractRouter } from './rest.ts';
import { createSockets } from './socket.ts';
import { createTokens, HandedTokens, type Tokens } from './tokens.ts';

export type { Listener };

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
  /** What a predecessor handed over; anything else throws. */
  handover?: unknown;
  /** Its listening socket, asked for when the rest is ready; then `port` says nothing. */
  listening?: () => Promise<unknown>;
}

/** What a successor needs to go on for those who are connected. */
export const Handover = z.strictObject({ tokens: HandedTokens });
export type Handover = z.infer<typeof Handover>;

export interface Server {
  readonly port: number;
  readonly tokens: Tokens;
  /** Address with a fresh one-time token in the fragment, which no server and no log ever sees. */
  address(): string;
  /** How many calls are being answered, streams not counted. */
  answering(): number;
  /** Answers nothing new any more. Connections stay until `close`, so that nobody comes back before somebody else listens. */
  handOver(): Handover & { listener: Listener };
  /** Serves a connection that somebody else accepted. */
  take(socket: Socket): void;
  /** Takes no new connection; the present ones go on. */
  stop(): void;
  close(): Promise<void>;
}

const Redeem = z.strictObject({ token: z.string().max(200) });

/**
 * Serves the interface, REST and WebSocket on 127.0.0.1. Every request passes the guard before
 * anything of it is parsed. Rejects when the port is taken.
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const tokens = createTokens(undefined, options.handover === undefined ? null : Handover.parse(options.handover).tokens);
  const tally = createTally();
  const rest = createRest(options.router, tally);
  const sockets = createSockets(options.router, tokens, { tally, isHeard: () => !left }, options.identify);
  let port = 0;
  let left = false;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (left) return void response.destroy();
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
    // The successor would not know the new bearer.
    if (left) return void response.destroy();
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
  server.on('upgrade', (request, socket, head) => (left ? socket.destroy() : sockets.upgrade(request, socket, head, port)));
  server.on('connect', (_request, socket) => refuseSocket(socket, new EngramError('INVALID_INPUT', { detail: 'method' })));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Browsers keep connections ready; an answer to nothing would be taken for that to their next question.
    const isUnasked = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && (socket as Socket).bytesRead === 0;
    if (socket.writable && !isUnasked) refuseSocket(socket, new EngramError('INVALID_INPUT', { detail: 'malformed request' }));
    else socket.destroy();
  });

  let end: Promise<void> | undefined;
  const stopped = (): Promise<void> => (end ??= new Promise((resolve) => server.close(() => resolve())));

  const listener = await options.listening?.();
  // Without one it would listen anywhere, to anybody.
  if (options.listening !== undefined && !(listener instanceof Listener)) throw new EngramError('INTERNAL', { detail: 'no listening socket was handed over' });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // In the same turn in which it arrived: nobody else here answers what comes to it.
    if (options.listening !== undefined) server.listen(listener, resolve);
    else server.listen({ host: '127.0.0.1', port: options.port ?? 0, exclusive: true }, resolve);
  });
  port = (server.address() as AddressInfo).port;

  return {
    port,
    tokens,
    address: () => `http://127.0.0.1:${port}/#t=${tokens.ticket()}`,
    answering: tally.count,
    handOver() {
      left = true;
      return { tokens: tokens.handOver(), listener: server };
    },
    take(socket) {
      // As connections of its own are: HTTP decides when one ends.
      socket.allowHalfOpen = true;
      server.emit('connection', socket);
    },
    stop: () => void stopped(),
    async close() {
      void stopped();
      sockets.close();
      server.closeIdleConnections();
      setTimeout(() => server.closeAllConnections(), 1_000).unref();
      await stopped();
    },
  };
}

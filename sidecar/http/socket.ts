import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { RPCHandler } from '@orpc/server/ws';
import { WebSocketServer, type WebSocket } from 'ws';
import { EngramError } from '../../contract/index.ts';
import { isRequestFrame, sharedInterceptors, type CallContext, type Tally } from '../../engine/serve/index.ts';
import { claimIn } from '../client/index.ts';
import { bounds, refusal } from './guard.ts';
import { refuseSocket } from './refuse.ts';
import type { ContractRouter } from './rest.ts';
import type { Tokens } from './tokens.ts';

/** Close codes of RFC 6455: not understood, and going away. */
const malformed = 1007;
const goingAway = 1001;

type Caller = CallContext['caller'];

/** How calls are counted, and whether new ones are still taken. */
interface Heed {
  tally: Tally;
  isHeard(): boolean;
}

export interface Sockets {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, port: number): void;
  /** Ends every connection. */
  close(): void;
}

/** `/rpc`: the contract over WebSocket, authenticated by subprotocols because browsers set no headers. */
export function createSockets(router: ContractRouter, tokens: Tokens, { tally, isHeard }: Heed, identify?: (token: string) => Promise<Caller | null>): Sockets {
  const handler = new RPCHandler(router, { interceptors: [tally.interceptor, ...sharedInterceptors] });
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: bounds.messageBytes,
    perMessageDeflate: false,
    handleProtocols: () => 'engram',
  });
  return {
    upgrade(request, socket, head, port) {
      const refused = refusal(request, port) ?? upgradeRefusal(request);
      if (refused !== null) return refuseSocket(socket, refused);
      const protocols = protocolsOf(request);
      const bearer = protocols.find((protocol) => protocol.startsWith('bearer.'))?.slice('bearer.'.length) ?? null;
      if (!protocols.includes('engram')) return refuseSocket(socket, new EngramError('UNAUTHORIZED'));
      const claim = claimIn(protocols);
      if (claim === 'unreadable') return refuseSocket(socket, new EngramError('INVALID_INPUT', { detail: 'client claim' }));
      const take = (caller: Caller) => server.handleUpgrade(request, socket, head, (webSocket) => {
        webSocket.on('error', () => webSocket.terminate());
        void handler.upgrade(checked(webSocket, isHeard), { context: { caller } });
      });
      if (tokens.accepts(bearer)) return take(claim === null ? { kind: 'person', local: true } : { kind: 'client', ...claim, local: false });
      // A token of its own says who it is; a claim beside it says nothing.
      const known = bearer === null || identify === undefined ? Promise.resolve(null) : identify(bearer);
      known.then((client) => (client === null ? refuseSocket(socket, new EngramError('UNAUTHORIZED')) : take(client)),
        (error: unknown) => refuseSocket(socket, error instanceof EngramError ? error : new EngramError('INTERNAL')));
    },
    close() {
      for (const client of server.clients) {
        client.close(goingAway);
        // A client that does not answer the close handshake must not keep the process alive.
        setTimeout(() => client.terminate(), 500).unref();
      }
      server.close();
    },
  };
}

function upgradeRefusal(request: IncomingMessage): EngramError | null {
  const path = request.url!.split('?', 1)[0];
  if (path !== '/rpc' || request.method !== 'GET') return new EngramError('NOT_FOUND', { detail: 'no socket here' });
  return null;
}

function protocolsOf(request: IncomingMessage): string[] {
  return (request.headers['sec-websocket-protocol'] ?? '').split(',').map((protocol) => protocol.trim());
}

type Listening = Pick<WebSocket, 'addEventListener' | 'send'>;

/**
 * The socket as the handler sees it: only frames that can be a request reach it. The handler would
 * print what it cannot parse, and that may be the text of a memory.
 */
function checked(socket: WebSocket, isHeard: () => boolean): Listening {
  const addEventListener = (type: string, listener: (event: { data: unknown }) => void) => {
    if (type !== 'message') return socket.addEventListener(type as 'close', listener as never);
    socket.on('message', (data, isBinary) => {
      if (!isHeard()) return;
      const text: unknown = isBinary ? null : data.toString();
      if (!isRequestFrame(text)) socket.close(malformed);
      else listener({ data: text });
    });
  };
  return { addEventListener: addEventListener as WebSocket['addEventListener'], send: socket.send.bind(socket) as WebSocket['send'] };
}

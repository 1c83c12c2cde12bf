import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { STATUS_CODES } from 'node:http';
import { errorTable, type EngramError } from '../../contract/index.ts';

/** The same shape that a failed call has over REST. */
function body(error: EngramError): string {
  const { status } = errorTable[error.code];
  return JSON.stringify({ defined: true, code: error.code, status, message: error.message, data: error.data });
}

const headers = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
} as const;

/** Answers with a typed error and closes, so that the rest of a refused body is never read. */
export function refuse(response: ServerResponse, error: EngramError): void {
  const text = body(error);
  response.writeHead(errorTable[error.code].status, {
    ...headers, 'content-length': Buffer.byteLength(text), connection: 'close',
  });
  response.end(text);
}

/** The same on a bare socket, where there is no response object (upgrade, broken request). */
export function refuseSocket(socket: Duplex, error: EngramError): void {
  const text = body(error);
  const { status } = errorTable[error.code];
  const head = Object.entries({ ...headers, 'content-length': Buffer.byteLength(text), connection: 'close' });
  socket.on('error', () => {});
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}\r\n${head.map(([k, v]) => `${k}: ${v}\r\n`).join('')}\r\n${text}`);
}

/** Sends plain data as JSON. */
export function sendJson(response: ServerResponse, value: unknown): void {
  const text = JSON.stringify(value);
  response.writeHead(200, { ...headers, 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

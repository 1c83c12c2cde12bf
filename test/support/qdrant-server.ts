import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Point {
  id: number;
  vector: number[];
  payload: { scope: number; state: number };
}
interface Collection {
  size: number;
  distance: string;
  points: Map<number, Point>;
}
interface Condition {
  key: 'scope' | 'state';
  match: { any: number[] };
}

/** A server that speaks as much of Qdrant's REST protocol as Engram does, exactly and in memory. */
export class QdrantServer {
  readonly collections = new Map<string, Collection>();
  /** Every request as `METHOD path`, with its body. */
  readonly asked: { line: string; body: unknown }[] = [];
  /** Answers everything with 503. */
  down = false;
  #server: Server | null = null;

  async start(): Promise<string> {
    this.#server = createServer((request, response) => {
      void textOf(request).then((text) => {
        const body: unknown = text === '' ? undefined : JSON.parse(text);
        this.asked.push({ line: `${request.method} ${request.url}`, body });
        const [status, result] = this.down ? [503, null] : this.#answer(request.method!, request.url!.replace(/\?.*$/, ''), body);
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ result, status: status === 200 ? 'ok' : 'error', time: 0 }));
      });
    }).listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    this.#server?.close();
    if (this.#server) await once(this.#server, 'close');
  }

  #answer(method: string, path: string, body: unknown): [number, unknown] {
    const [, , name, ...rest] = path.split('/') as [string, string, string, ...string[]];
    const way = `${method} ${rest.join('/')}`;
    if (way === 'PUT ') {
      if (this.collections.has(name)) return [409, null];
      const { size, distance } = (body as { vectors: { size: number; distance: string } }).vectors;
      this.collections.set(name, { size, distance, points: new Map() });
      return [200, true];
    }
    const collection = this.collections.get(name);
    if (!collection) return [404, null];
    switch (way) {
      case 'GET ': return [200, { config: { params: { vectors: { size: collection.size, distance: collection.distance } } } }];
      case 'DELETE ': return [200, this.collections.delete(name)];
      case 'PUT points': {
        const { points } = body as { points: Point[] };
        if (points.some((point) => point.vector.length !== collection.size)) return [400, null];
        for (const point of points) collection.points.set(point.id, point);
        return [200, { status: 'completed' }];
      }
      case 'POST points/payload': {
        const { payload, points } = body as { payload: Point['payload']; points: number[] };
        for (const id of points) Object.assign(collection.points.get(id)?.payload ?? {}, payload);
        return [200, { status: 'completed' }];
      }
      case 'POST points/delete':
        for (const id of (body as { points: number[] }).points) collection.points.delete(id);
        return [200, { status: 'completed' }];
      case 'POST points/count': return [200, { count: collection.points.size }];
      case 'POST points/query': {
        const { query, limit, filter } = body as { query: number[]; limit: number; filter: { must: Condition[] } };
        const points = [...collection.points.values()]
          .filter(({ payload }) => filter.must.every(({ key, match }) => match.any.includes(payload[key])))
          .map(({ id, vector }) => ({ id, version: 1, score: vector.reduce((sum, x, i) => sum + x * query[i]!, 0) }))
          .sort((a, b) => b.score - a.score).slice(0, limit);
        return [200, { points }];
      }
      default: return [404, null];
    }
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

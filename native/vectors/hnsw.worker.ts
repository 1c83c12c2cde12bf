import { parentPort, workerData } from 'node:worker_threads';
import { Index, MetricKind, ScalarKind } from 'usearch';
import type { HnswCall, HnswFound, HnswItems, HnswQuery, HnswReply, HnswStart } from './protocol.ts';

/** The graph of one space in a thread of its own, because its calls block. In memory only, never a file. */

const CONNECTIVITY = 16;
const EXPANSION_ADD = 128;
const EXPANSION_SEARCH = 128;
/** How much further the graph is asked when too few of its hits may be seen. */
const REFILL = 4;
/** From here on a graph that gives too few is walked in vain. */
const MOST_ASKED = 4096;
/** So few are compared exactly instead. */
const FEW_VISIBLE = 20_000;
const DEAD = 0;

const port = parentPort!;
const { dimensions } = workerData as HnswStart;
// Half precision: int8 of this library has about six levels per component at 384 dimensions.
const index = new Index({ metric: MetricKind.IP, quantization: ScalarKind.F16, dimensions, connectivity: CONNECTIVITY, expansion_add: EXPANSION_ADD, expansion_search: EXPANSION_SEARCH, multi: false });
/** Scope and state of each memory: the graph knows no filter. */
const places = new Map<number, { scope: number; state: number }>();

function add({ ids, scopes, states, vectors }: HnswItems): void {
  ids.forEach((id, i) => {
    // A key that is there already is refused.
    if (places.has(id)) index.remove(BigInt(id));
    index.add(BigInt(id), vectors.slice(i * dimensions, (i + 1) * dimensions), 1);
    places.set(id, { scope: scopes[i]!, state: states[i]! });
  });
}

function remove(id: number): void {
  if (places.delete(id)) index.remove(BigInt(id));
}

function search({ vector, k, scopes, past }: HnswQuery): HnswFound {
  const seen = scopes && new Set(scopes);
  const visible = (id: number): boolean => {
    const place = places.get(id);
    return place !== undefined && place.state !== DEAD && place.state <= (past ? 2 : 1) && (seen === null || seen.has(place.scope));
  };
  const size = places.size;
  for (let asked = Math.min(size, k * 2); asked > 0; asked = Math.min(size, asked * REFILL)) {
    const { keys, distances } = index.search(vector, asked, 1);
    const hits = [...keys].flatMap((key, i) => (visible(Number(key)) ? [{ id: Number(key), score: 1 - distances[i]! }] : []));
    if (hits.length >= k) return { hits: hits.slice(0, k), visible: null };
    if (asked < MOST_ASKED && asked < size) continue;
    const all = [...places.keys()].filter(visible);
    if (all.length <= FEW_VISIBLE) return { hits: null, visible: all };
    if (asked === size) return { hits, visible: null };
  }
  return { hits: [], visible: null };
}

port.on('message', (call: HnswCall) => {
  const answer = (reply: HnswReply) => port.postMessage(reply);
  try {
    if (call.op === 'search') return answer({ seq: call.seq, found: search(call.query) });
    if (call.op === 'add') add(call.items);
    else if (call.op === 'remove') remove(call.id);
    else if (places.has(call.id)) places.set(call.id, { scope: call.scope, state: call.state });
    answer({ seq: call.seq });
  } catch (error) {
    answer({ seq: call.seq, error: error instanceof Error ? error.message : 'unknown' });
  }
});

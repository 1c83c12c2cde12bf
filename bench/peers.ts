import { join } from 'node:path';

interface Peer {
  search: (question: Float32Array, k: number) => Promise<number[]>;
  close: () => Promise<void>;
}
type Build = (vectors: Float32Array, dimensions: number, folder: string) => Promise<Peer>;

/** Packages that are not ours are loaded where they are installed; the names are not resolved by the type checker. */
const load = async <T>(name: string): Promise<T> => (await import(name)) as T;

interface UsearchIndex {
  add(keys: BigUint64Array, vectors: Float32Array, threads: number): void;
  search(vector: Float32Array, k: number, threads: number): { keys: BigUint64Array };
}
interface SqlDatabase {
  loadExtension(path: string): void;
  exec(sql: string): void;
  prepare(sql: string): { run(...values: unknown[]): unknown; all(...values: unknown[]): { rowid: number }[] };
  close(): void;
}
interface LanceTable {
  search(vector: Float32Array): { distanceType(type: string): { limit(k: number): { toArray(): Promise<{ id: number }[]> } } };
  createIndex(column: string, options: object): Promise<void>;
}

const PART = 1000;

/** Comparable packages, each by its own defaults for accuracy near one. */
export const peers: Record<string, Build> = {
  async usearch(vectors, dimensions) {
    const { Index } = await load<{ Index: new (options: object) => UsearchIndex }>('usearch');
    const index = new Index({ metric: 'ip', quantization: 'f16', dimensions, connectivity: 16, expansion_add: 128, expansion_search: 64, multi: false });
    const count = vectors.length / dimensions;
    for (let from = 0; from < count; from += PART) {
      const to = Math.min(count, from + PART);
      index.add(BigUint64Array.from({ length: to - from }, (_, i) => BigInt(from + i)), vectors.slice(from * dimensions, to * dimensions), 0);
    }
    return { search: async (question, k) => [...index.search(question, k, 1).keys].map(Number), close: async () => {} };
  },
  async 'sqlite-vec'(vectors, dimensions, folder) {
    const { default: Database } = await load<{ default: new (path: string) => SqlDatabase }>('better-sqlite3-multiple-ciphers');
    const { getLoadablePath } = await load<{ getLoadablePath: () => string }>('sqlite-vec');
    const db = new Database(join(folder, 'peer.db'));
    db.loadExtension(getLoadablePath());
    db.exec(`CREATE VIRTUAL TABLE v USING vec0(e float[${dimensions}] distance_metric=cosine)`);
    const insert = db.prepare('INSERT INTO v (rowid, e) VALUES (?, ?)');
    db.exec('BEGIN');
    for (let i = 0; i * dimensions < vectors.length; i++) insert.run(BigInt(i), Buffer.from(vectors.buffer, vectors.byteOffset + i * dimensions * 4, dimensions * 4));
    db.exec('COMMIT');
    const ask = db.prepare('SELECT rowid FROM v WHERE e MATCH ? ORDER BY distance LIMIT ?');
    return { search: async (question, k) => ask.all(Buffer.from(question.buffer, question.byteOffset, question.byteLength), k).map(({ rowid }) => rowid), close: async () => db.close() };
  },
  async lancedb(vectors, dimensions, folder) {
    const { connect } = await load<{ connect: (path: string) => Promise<{ createTable(name: string, rows: object[]): Promise<LanceTable> }> }>('@lancedb/lancedb');
    const db = await connect(join(folder, 'lance'));
    const rows = Array.from({ length: vectors.length / dimensions }, (_, id) => ({ id, vector: Array.from(vectors.subarray(id * dimensions, (id + 1) * dimensions)) }));
    const table = await db.createTable('v', rows);
    return { search: async (question, k) => (await table.search(question).distanceType('cosine').limit(k).toArray()).map(({ id }) => id), close: async () => {} };
  },
};

import { similarity, type Metric } from '../../native/vector-scan/index.ts';
import { createIds } from '../../engine/kernel/index.ts';
import type { Vault } from '../../engine/vault/index.ts';
import { scopedForMaintenance, scopedTo, type Scoped } from '../../security/access/index.ts';
import { chance } from '../crash/chance.ts';
import { bareMemory, createBareVault, undetected } from './bare-vault.ts';
import { person } from './temp-vault.ts';

/** A stored memory as the exact twin of every backend knows it. */
export interface Known {
  id: number;
  publicId: string;
  scope: number;
  project: string | null;
  status: 'active' | 'superseded' | 'gone';
  vector: Float32Array;
}

export const PROJECTS = [null, 'p1', 'p2'] as const;

/** Vectors that lie around a few centres off the origin, as those of texts do. */
export function vectorSource(dimensions: number, seed: number): () => Float32Array {
  const random = chance(seed);
  const gauss = () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  const centres = Array.from({ length: 12 }, () => Float32Array.from({ length: dimensions }, () => gauss() + 0.4));
  return () => {
    const centre = centres[Math.floor(random.next() * centres.length)]!;
    const vector = centre.map((x) => x + 0.9 * gauss());
    const length = Math.hypot(...vector);
    return vector.map((x) => x / length);
  };
}

export interface VectorVault extends AsyncDisposable {
  vault: Vault;
  space: { id: number; dimensions: number; metric: Metric };
  known: Map<number, Known>;
  add: (count: number) => Promise<Known[]>;
}

/** A bare vault whose memories have given vectors, in three scopes of which a project sees two. */
export async function createVectorVault(dir: string, { dimensions, metric = 'cosine', seed = 7, readers = 2 }: { dimensions: number; metric?: Metric; seed?: number; readers?: number }): Promise<VectorVault> {
  const { vault } = await createBareVault(dir, readers);
  const id = await vault.write('ensureSpace', { name: 'test', dimensions, metric });
  const next = vectorSource(dimensions, seed);
  const newId = createIds();
  const known = new Map<number, Known>();
  let made = 0;
  const add = async (count: number): Promise<Known[]> => {
    const vectors = Array.from({ length: count }, next);
    const projects = vectors.map((_, i) => PROJECTS[(made + i) % PROJECTS.length]!);
    const memories = vectors.map((vector, i) => bareMemory(vault, newId<string>(made + i), `row ${made + i}`, { vector, ...(projects[i] && { scope: { project: projects[i] } }) }, undetected));
    made += count;
    const rows = await vault.write('storeMemories', { memories, space: id, now: 1, actor: 'test' });
    const added = rows.map((row, i): Known => ({ id: row.row, publicId: memories[i]!.publicId, scope: row.scope, project: projects[i]!, status: 'active', vector: vectors[i]! }));
    for (const one of added) known.set(one.id, one);
    return added;
  };
  return { vault, space: { id, dimensions, metric }, known, add, [Symbol.asyncDispose]: () => vault.close() };
}

export interface Asked {
  vector: Float32Array;
  k: number;
  past: boolean;
}

/** What a person in a project sees, or all there is. */
export const scopedAs = (asked: Asked, project: string | null | 'all'): Scoped<Asked> =>
  project === 'all' ? scopedForMaintenance(asked) : scopedTo(asked, person, project === null ? {} : { project });

/** The exact twin of every backend: the similarity of every visible vector, sorted. */
export function exactly(known: Iterable<Known>, metric: Metric, asked: Asked, project: string | null | 'all'): { id: number; score: number }[] {
  return [...known]
    .filter((one) => (one.status === 'active' || (asked.past && one.status === 'superseded')) && (project === 'all' || one.project === null || one.project === project))
    .map(({ id, vector }) => ({ id, score: similarity(metric, asked.vector, vector) }))
    .sort((a, b) => b.score - a.score || a.id - b.id).slice(0, asked.k);
}

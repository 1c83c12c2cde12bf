/** Vectors on their way to the graph: `vectors` holds them one after the other. */
export interface HnswItems {
  ids: Int32Array;
  scopes: Int32Array;
  states: Uint8Array;
  vectors: Float32Array;
}

export interface HnswQuery {
  vector: Float32Array;
  k: number;
  /** Scope numbers that may be seen; null sees all. */
  scopes: readonly number[] | null;
  past: boolean;
}

/**
 * What a search of the graph gives. Where so few are visible that a graph would be walked for nothing,
 * `visible` names them all instead, to be compared exactly.
 */
export type HnswFound = { hits: { id: number; score: number }[]; visible: null } | { hits: null; visible: number[] };

export interface HnswStart {
  dimensions: number;
}
export type HnswCall =
  | { seq: number; op: 'add'; items: HnswItems }
  | { seq: number; op: 'move'; id: number; scope: number; state: number }
  | { seq: number; op: 'remove'; id: number }
  | { seq: number; op: 'search'; query: HnswQuery };
export type HnswReply = { seq: number; found?: HnswFound } | { seq: number; error: string };

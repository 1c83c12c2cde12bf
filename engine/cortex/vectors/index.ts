export { backendNames, type BackendName, type ServedSpace, type Snapshot, type VectorBackend, type VectorItem, type VectorQuestion, type VectorVault } from './backend.ts';
export { chooseBackend, type Circumstances, type Kind, type Pressure } from './choose.ts';
export { FlatCodes } from './flat-codes.ts';
export { VectorIndex, type MakeBackend, type Wish } from './vector-index.ts';
export { VectorRegistry } from './registry.ts';
export { Hnsw } from './hnsw.ts';
export { Qdrant, SEARCHES_PER_MINUTE } from './qdrant.ts';
export { VaultRows } from './vault-rows.ts';
export { mergeSpaces } from './two-spaces.ts';

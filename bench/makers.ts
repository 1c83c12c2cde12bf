import { FlatCodes, Hnsw, VaultRows, type MakeBackend } from '../engine/cortex/index.ts';

/** Backends that need nothing but the vault. */
export const make: MakeBackend = (kind, vault, space, stopped) => {
  if (kind.name === 'hnsw') return new Hnsw(vault, space);
  if (kind.name === 'sqlite-vec') return new VaultRows(vault, space);
  return kind.form === 'one-bit' ? FlatCodes.oneBit(vault, space, stopped) : new FlatCodes(vault, space, 'int8');
};

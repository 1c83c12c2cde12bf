export { calibrateKdf, deriveKey, KDF_FLOOR } from './derive.ts';
export { createKeys, Unlocked, unlockKeys, type KeyName, type NewKeys, type SlotInput } from './hierarchy.ts';
export { parseKeyFile, type KeyFile, type Slot } from './key-file.ts';
export { kitEntropy, makeKit } from './recovery-kit.ts';

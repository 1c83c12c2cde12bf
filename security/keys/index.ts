export { calibrateKdf, deriveKey, KDF_FLOOR } from './derive.ts';
export { beginRotation, changeKit, changeSecrets, dropRotation, endRotation } from './change.ts';
export { createKeys, openMaster, Unlocked, unlockKeys, type KeyName, type NewKeys, type SlotInput } from './hierarchy.ts';
export { parseKeyFile, type KeyFile, type Slot } from './key-file.ts';
export { kitEntropy, makeKit } from './recovery-kit.ts';

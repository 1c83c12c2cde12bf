export { heldBytes, Secret } from './secret.ts';
export { argon2id, openXChaCha, randomBytes, sealXChaCha, type KdfCost } from './sodium.ts';

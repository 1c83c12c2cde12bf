export { BASIS, hashOf, mix } from './hash.ts';
export { normalise, type Normalised } from './normalise.ts';

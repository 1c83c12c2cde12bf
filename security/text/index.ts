export { BASIS, hashOf, mix } from './hash.ts';
export { normalise, placeInOriginal, spanInOriginal, type Normalised } from './normalise.ts';

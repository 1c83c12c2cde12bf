export { normalise, type Normalised } from './normalise.ts';

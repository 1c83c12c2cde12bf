export { scanInjection } from './scan.ts';
export { type Injection, type Verdict } from './verdict.ts';
export { featuresOf, PLACES, type Features } from './features.ts';
export { piecesIn, read } from './reading.ts';

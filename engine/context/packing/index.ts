export { pack, WORTH, type Offer, type Packed } from './pack.ts';
export { valueOf, wantedFor } from './value.ts';

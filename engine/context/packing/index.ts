export { pack, WORTH, type Offer, type Packed } from './pack.ts';
export { mostMemories, valueOf, wantedFor } from './value.ts';

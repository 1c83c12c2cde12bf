export { pack, WORTH, type Offer, type Packed } from './pack.ts';
export { mostMemories, shareFor, valueOf, wantedFor } from './value.ts';

export { HIGHEST_SCOPE, State, type SharedCodes } from './entry.ts';
export { chooseForm, hitsToRescore, INT8_MOST_VECTORS, ONE_BIT_LEAST_DIMENSIONS, type Form } from './form.ts';
export { createFrame, FRAME_VERSION, meanOf, type Frame } from './frame.ts';
export { quantise, type Code } from './int8.ts';
export { encodeBits, packBits, unpackBits, type BitCode } from './one-bit.ts';
export { CANDIDATES, type CodesQuery, type ScanHit } from './query.ts';
export { rescoreHits } from './rescore.ts';
export { hasKernel, searchCodes, type ScanWith } from './search.ts';
export { SpaceCodes, type SpaceCodesOptions } from './space-codes.ts';

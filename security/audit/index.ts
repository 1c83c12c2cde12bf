export { chainOf, subjectDigest, type ChainedEntry } from './chain.ts';
export { isCurrent, isSealed, sealHead, type Anchor, type FoundFile, type Head } from './head.ts';

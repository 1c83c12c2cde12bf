export { buckets, DAY_MS, fullBucket, ROWS_PER_DAY, take, type BucketName, type Level } from './budget.ts';
export { actorOf, type Caller } from './caller.ts';
export { assertMayWrite, assertPerson, narrow, scopedForListing, scopedForMaintenance, scopedTo, type Scoped, type View } from './scoped.ts';
export { coarseScore, scoresFor } from './scores.ts';
export { corroborated, isTrusted, mayRaise, needsPerson, startingTrust, TRUSTED_FROM, type Act } from './trust.ts';

export { actorOf, type Caller } from './caller.ts';
export {
  assertMayWrite, assertPerson, narrow, scopedForListing, scopedForMaintenance, scopedTo, type Scoped, type View,
} from './scoped.ts';

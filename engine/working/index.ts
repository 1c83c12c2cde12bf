export { ahead, blended, cosine, momentumOf, moved, type Momentum } from './momentum.ts';
export { FEATURES, SIGNALS, type Feature, type TopicSignal } from './signs.ts';
export { featuresOf, hear, likelihoods, MOST_TURNS, signalOf, type Heard } from './topic.ts';
export { Mindset, Snapshot, STALE_MS, WHOLE_MS } from './mindset.ts';
export { DRIFTED, FADED, HALF_LIFE_MS, MOST_SLOTS, QUESTION_MS, WORTH_KEEPING, WorkingSlots, type NewSlot, type Slot, type SlotSource } from './slots.ts';

export { ahead, blended, cosine, momentumOf, moved, unit, type Momentum } from './momentum.ts';
export { DOMAINS } from './domains.ts';
export { FEATURES, SIGNALS, type Feature, type TopicSignal } from './signs.ts';
export { hear } from './hear.ts';
export { featuresOf, likelihoods, MOST_TURNS, signalOf } from './topic.ts';
export { type Heard } from './heard.ts';
export { WORDINGS, wordingsOf, type Wording } from './wordings.ts';
export { Mindset, Snapshot, STALE_MS, WHOLE_MS } from './mindset.ts';
export { DRIFTED, FADED, HALF_LIFE_MS, MOST_SLOTS, QUESTION_MS, WORTH_KEEPING, WorkingSlots, type NewSlot, type Slot, type SlotSource } from './slots.ts';

export { ahead, blended, cosine, momentumOf, moved, type Momentum } from './momentum.ts';
export { FEATURES, SIGNALS, type Feature, type TopicSignal } from './signs.ts';
export { featuresOf, hear, likelihoods, MOST_TURNS, signalOf, type Heard } from './topic.ts';

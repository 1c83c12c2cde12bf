/** What somebody wants when they ask (§40's six, and one about a person or thing as a whole). */
export const INTENTS = ['lookup', 'exploratory', 'comparative', 'temporal', 'procedural', 'causal', 'entity-focused'] as const;
export type Intent = (typeof INTENTS)[number];

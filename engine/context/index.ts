export type { HistoryTurn } from './history/index.ts';
export { pack, valueOf, wantedFor, type Offer, type Packed } from './packing/index.ts';
export { fitPrompt, type Fitted, type PromptBudget, type PromptParts } from './prompt.ts';
export { FRAME_TOKENS, headingOf, lineOf, recalledSection, type Shown, type ShownMemory } from './sections/index.ts';
export { estimateTokens } from './tokens/index.ts';

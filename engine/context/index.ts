export { build, SECTIONS, type Filled, type Fitted, type PromptBudget, type Section, type SectionName, type SectionTrace, type TraceItem } from './budget/index.ts';
export { createReader, exchangesOf, fitHistory, pointsIn, turnsOf, type Exchange, type HistoryTurn, type PastTurn, type Reader } from './history/index.ts';
export { mostMemories, pack, shareFor, valueOf, wantedFor, type Offer, type Packed } from './packing/index.ts';
export { fitPrompt, memoriesIn, type PromptMaking, type PromptParts, type Shares } from './prompt.ts';
export { FRAME_TOKENS, offerOf, type FacetsOf, type NamedText, type ShownMemory, toolText, type WorkingItem } from './sections/index.ts';
export { counterFor, estimateTokens, type TokenCounter } from './tokens/index.ts';

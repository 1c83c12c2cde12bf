export type { HistoryTurn } from './history/index.ts';
export { fitPrompt, type Fitted, type PromptBudget, type PromptParts } from './prompt.ts';
export type { ShownMemory } from './sections/index.ts';
export { estimateTokens } from './tokens/index.ts';

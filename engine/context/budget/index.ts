export { build, type Fitted, type FixedParts, type PromptBudget } from './build.ts';
export { SECTIONS, type Filled, type Section, type SectionName, type SectionTrace, type TraceItem } from './section.ts';

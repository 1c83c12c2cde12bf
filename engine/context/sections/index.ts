export { historySection } from './history.ts';
export { listSection, workingSection, type ListName, type NamedText, type WorkingItem } from './lists.ts';
export { recalledSection, type ShownMemory } from './memories.ts';
export { FRAME_TOKENS, headingOf, lineOf, recalledText, type MemoryLine } from './recalled.ts';
export { systemText } from './system.ts';

export { historySection } from './history.ts';
export { listSection, workingSection, type ListName, type NamedText, type WorkingItem } from './lists.ts';
export { inOrder, recalledSection, type MemoryLevel, type PackMemories, type ShownMemory } from './memories.ts';
export { systemText } from './system.ts';

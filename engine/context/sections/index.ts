export { historySection } from './history.ts';
export { listSection, workingSection, type ListName, type NamedText, type WorkingItem } from './lists.ts';
export { recalledSection, type FacetsOf, type ShownMemory } from './memories.ts';
export { offerOf } from './offer.ts';
export { FRAME_TOKENS, recalledText, type MemoryLine } from './recalled.ts';
export { systemText } from './system.ts';
export { toolText } from './tool.ts';

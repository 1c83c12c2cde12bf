export { memoriesSection, type ShownMemory } from './memories.ts';
export { FRAME_TOKENS, headingOf, lineOf, READING_MEMORIES, recalledSection, type Shown } from './recalled.ts';

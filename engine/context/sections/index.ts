export { memoriesSection, type ShownMemory } from './memories.ts';

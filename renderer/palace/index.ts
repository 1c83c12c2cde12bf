export { MemorySearch } from './filter.ts';
export { MemoriesScreen } from './memories-screen.tsx';
export { MemoryInspector } from './memory-inspector.tsx';

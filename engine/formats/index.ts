export { detectFormat } from './detect.ts';
export { engramAgentLine, engramConversationLines, engramHeader, engramLines, engramSettingsLine, ENGRAM_VERSION, type WrittenMemory } from './engram.ts';
export { boundTime, pastTime } from './instant.ts';
export { ImportItem, type ImportFile, type ImportMessage, type ImportRelation, type ReadOptions, type Standing } from './item.ts';
export { markdownOf } from './markdown.ts';
export { readItems, readLines } from './read.ts';

export { detectFormat } from './detect.ts';
export { engramConversationLine, engramHeader, engramLine, ENGRAM_VERSION } from './engram.ts';
export type { ImportFile, ImportItem, ImportMessage, ImportRelation, ReadOptions } from './item.ts';
export { markdownOf } from './markdown.ts';
export { readItems } from './read.ts';

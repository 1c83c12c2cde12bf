export { approve, correct, detail, judge, pin, relate, rowFor, shown, type Correction } from './curate.ts';
export { erase, forget, restore } from './forget.ts';
export { exportTo } from './export.ts';
export { previewImport, runImport, type OpenSource } from './import.ts';
export { filesAt, filesIn, type SourceFile } from './unpack.ts';
export { remember, rememberFromTurn, type Provenance, type SpokenTurn } from './ingest.ts';
export type { CurrentEmbedding, Mind } from './mind.ts';
export { recall } from './recall.ts';

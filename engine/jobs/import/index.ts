export { forkReader, type ReaderProcess, type StartReader } from './process.ts';
export { ImportReader, type ReaderOptions } from './reader.ts';
export { isArchive, sourceAt, sourceIn, type ImportSource } from './source.ts';

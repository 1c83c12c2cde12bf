export { archiveLimits, archiveOpener, openArchive, sealArchive } from './archive.ts';
export { assertStrong, passphraseWords } from './strength.ts';

export { archiveLimits, openArchive, sealArchive } from './archive.ts';

export { isReadableByOthers, passphraseFrom, type PassphraseSources } from './passphrase.ts';

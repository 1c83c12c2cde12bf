export { isReadableByOthers, kitFrom, passphraseFrom, type SecretSources } from './passphrase.ts';

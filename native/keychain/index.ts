export { _memoryKeychain, systemKeychain, type Keychain } from './keychain.ts';

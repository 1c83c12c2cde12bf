export { hardenProcess, lockedMemory, readHardening, type Hardening } from './harden.ts';

import type { MemoryReading } from './memory-pressure.ts';
import type { VaultStatus } from '../../contract/index.ts';
import type { Keychain } from '../../native/keychain/index.ts';
import type { StartReader } from '../jobs/index.ts';
import type { Clock, Log } from '../kernel/index.ts';
import type { Caller } from '../../security/access/index.ts';

export interface EngineOptions {
  /** Folder of the vault: `vault.db`, `vault.keys`, `backups/`, `models/`. Made on create, 0700. */
  dir: string;
  host: VaultStatus['host'];
  log?: Log;
  /** Reader threads; 2 by default. */
  readers?: number;
  /** `floor` derives keys with the least allowed cost; for tests. */
  kdf?: 'calibrated' | 'floor';
  /** False turns off OS keychain access altogether; a host may bring its own. */
  keychain?: boolean | Keychain;
  clock?: Clock;
  /** Pause between two tries to reach an embedding model that is away, in milliseconds; 30 000 by default. */
  retryMs?: number;
  /** What there is of memory, in bytes; measured when left out. */
  readMemory?: () => MemoryReading;
  /** Starts the process that reads foreign files; a Node process of this program by default. */
  startReader?: StartReader;
  /** First pause after three wrong passphrases, in milliseconds; it doubles with each further one. 500 by default. */
  guessMs?: number;
  /** Told when an unlock has its keys, before anything is opened with them; for measurements. */
  onKeys?: () => void;
  /** Told when a vault has been closed and its keys are wiped; a host may end the process that held them. */
  onLocked?: () => void;
}

/** What every transport must supply with a call. */
export interface CallContext {
  caller: Caller;
}

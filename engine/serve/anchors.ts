import { z } from 'zod';
import { EngramError } from '../../contract/index.ts';
import type { Keychain } from '../../native/keychain/index.ts';
import type { Log } from '../kernel/index.ts';
import type { AnchorStore } from '../vault/index.ts';

const Stored = z.object({ generation: z.number().int().min(0), digest: z.string().nullable() });

/** Name of the keychain entry that holds it. */
export const headEntry = (vaultId: string): string => `${vaultId}/head`;

/**
 * The last state of a vault in the system keychain, where whoever puts an old file back does not
 * reach. A keychain that is locked or away keeps nobody out who brought the kit; the log says so.
 */
export function keychainAnchor(keychain: Keychain, vaultId: string, log: Log): AnchorStore {
  const entry = headEntry(vaultId);
  const tolerant = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      log('warn', 'anchor_out_of_reach', error instanceof EngramError ? { code: error.code } : {});
      return otherwise;
    }
  };
  return {
    read: () => tolerant(async () => {
      const bytes = await keychain.read(entry);
      return bytes ? Stored.safeParse(JSON.parse(bytes.toString('utf8'))).data ?? null : null;
    }, null),
    write: (anchor) => tolerant(() => keychain.write(entry, Buffer.from(JSON.stringify(anchor), 'utf8')), undefined),
  };
}

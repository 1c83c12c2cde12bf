import { EngramError, type Settings } from '../../contract/index.ts';
import { FlatCodes, Hnsw, Qdrant, VaultRows, type MakeBackend } from '../cortex/index.ts';
import type { Clock } from '../kernel/index.ts';
import { openQdrant } from '../providers/index.ts';
import type { Vault } from '../vault/index.ts';

/** The provider whose address and key the Qdrant backend takes. */
const QDRANT_PROVIDER = 'qdrant';
const QDRANT_ADDRESS = 'http://127.0.0.1:6333';

/** Makes the backend that was chosen. Throws NOT_FOUND without a provider named `qdrant`, ACCESS_DENIED for one on another machine that was not allowed. */
export function backendMaker(vault: Vault, clock: Clock, settings: () => Settings): MakeBackend {
  return async (kind, _vault, space, stopped) => {
    switch (kind.name) {
      case 'flat-codes': return kind.form === 'one-bit' ? FlatCodes.oneBit(vault, space, stopped) : new FlatCodes(vault, space, 'int8');
      case 'hnsw': return new Hnsw(vault, space);
      case 'sqlite-vec': return new VaultRows(vault, space);
      case 'qdrant': {
        const provider = (await vault.providers()).find(({ name }) => name === QDRANT_PROVIDER);
        if (!provider) throw new EngramError('NOT_FOUND', { detail: `no provider named ${QDRANT_PROVIDER}` });
        const collection = openQdrant(provider.baseUrl ?? QDRANT_ADDRESS, `engram-${vault.keys.vaultId}-${space.id}`, Qdrant.dimensionsOf(space), provider.key);
        // A vector tells much of its text, degraded or not.
        if (!collection.local && !settings()['privacy.sensitiveToCloud']) throw new EngramError('ACCESS_DENIED', { detail: 'the server is on another machine' });
        return new Qdrant(vault, space, collection, () => clock.now());
      }
    }
  };
}

import { EngramError } from '../../contract/index.ts';
import { jsonLog } from '../../engine/kernel/index.ts';
import { findRunning, type ClientClaim, type ContractClient } from '../client/index.ts';

export interface BridgeOptions {
  /** Folder of the vault. */
  dir: string;
  /** Who the agent is and what it may do; the engine enforces it. */
  claim: ClientClaim;
  /** A token of the agent's own; it stands above the claim. */
  token: string | null;
  /** Opens the vault when no app is running; without it the keychain is tried. */
  passphrase: string | null;
  talk(text: string): void;
}

/** The way from an agent to the memory. */
export interface Bridge {
  /** Runs one request. Throws VAULT_LOCKED when nobody has opened the vault and nothing here can. */
  use<T>(work: (client: ContractClient) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface Way {
  client: ContractClient;
  close(): Promise<void>;
}

/** Time without a request after which an engine of our own lets go of the vault, so that the app can open it. */
const idleMs = 30_000;

/**
 * Prefers the running app. Only when there is none, the engine runs in this process, for as long
 * as requests come.
 */
export function createBridge(options: BridgeOptions): Bridge {
  let way: Promise<Way> | null = null;
  let idle: NodeJS.Timeout | undefined;
  let busy = 0;

  const drop = async (): Promise<void> => {
    clearTimeout(idle);
    const last = way;
    way = null;
    await (await last?.catch(() => null))?.close();
  };
  const open = async (): Promise<Way> => {
    const running = await findRunning(options.dir, options.token === null ? { claim: options.claim } : { bearer: options.token });
    if (running === null) return openHere(options);
    void running.closed.then(() => (way = null));
    return running;
  };

  return {
    async use(work) {
      clearTimeout(idle);
      busy++;
      try {
        way ??= open();
        const { client } = await way.catch((error: unknown) => {
          // The next request tries again: the person may have opened the vault meanwhile.
          way = null;
          throw error;
        });
        return await work(client);
      } finally {
        busy--;
        if (busy === 0) idle = setTimeout(() => void drop(), idleMs).unref();
      }
    },
    close: drop,
  };
}

async function openHere({ dir, claim, token, passphrase, talk }: BridgeOptions): Promise<Way> {
  const { createEngine, hardenProcess } = await import('../../engine/serve/index.ts');
  hardenProcess();
  const engine = await createEngine({ dir, host: 'cli', log: jsonLog(talk, () => Date.now(), 'warn') });
  try {
    const person = engine.client({ kind: 'person', local: true });
    const status = await person.vault.status();
    if (status.state === 'none') throw new EngramError('VAULT_MISSING');
    if (status.state === 'locked') {
      if (passphrase === null && !status.protection.keychain) throw new EngramError('VAULT_LOCKED');
      await person.vault.unlock(passphrase === null ? {} : { passphrase });
    }
    const caller = token === null ? ({ kind: 'client', ...claim, local: false } as const) : await engine.identify(token);
    if (caller === null) throw new EngramError('UNAUTHORIZED');
    return { client: engine.client(caller), close: () => engine.close() };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

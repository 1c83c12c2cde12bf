import { EngramError, type VaultStatus } from '../../contract/index.ts';
import { jsonLog } from '../../engine/kernel/index.ts';
import { dataFolder, findRunning, type ContractClient, type Running } from '../client/index.ts';
import { askPassphrase, givenPassphrase } from './ask.ts';
import type { Opener } from './background.ts';
import type { Shell } from './shell.ts';

/** A way to the engine for the time of one command. */
export interface Session {
  readonly dir: string;
  readonly client: ContractClient;
  /** The sidecar that answers, or null when the engine runs in this process. */
  readonly running: Running | null;
  close(): Promise<void>;
}

/** Connects to the running sidecar, else starts the engine here. The vault may be locked or absent. */
export async function openSession(shell: Shell): Promise<Session> {
  const dir = dataFolder(shell.flags.vault);
  const running = await findRunning(dir);
  if (running !== null) return { dir, client: running.client, running, close: () => running.close() };
  // Loaded only when needed: talking to a sidecar takes no native code.
  const { createEngine, hardenProcess } = await import('../../engine/serve/index.ts');
  hardenProcess();
  const engine = await createEngine({ dir, host: 'cli', log: jsonLog(shell.talk, () => Date.now(), 'error') });
  return { dir, client: engine.client({ kind: 'person', local: true }), running: null, close: () => engine.close() };
}

/**
 * Runs `work` with an open vault. A vault that was locked is opened for the time of the command
 * only, in the running sidecar too.
 */
export async function withVault<T>(shell: Shell, work: (session: Session) => Promise<T>): Promise<T> {
  return withSession(shell, async (session) => {
    const status = await session.client.vault.status();
    if (status.state === 'none') throw new EngramError('VAULT_MISSING');
    if (status.state !== 'locked') return work(session);
    await unlock(shell, session.client, status);
    try {
      return await work(session);
    } finally {
      if (session.running !== null) await session.client.vault.lock();
    }
  });
}

export async function withSession<T>(shell: Shell, work: (session: Session) => Promise<T>): Promise<T> {
  const session = await openSession(shell);
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

export async function unlock(shell: Shell, client: ContractClient, status: VaultStatus): Promise<VaultStatus> {
  return client.vault.unlock(await openerOf(shell, status));
}

/** What opens this vault: a given passphrase, else the keychain, else an asked passphrase. */
export async function openerOf(shell: Shell, status: VaultStatus): Promise<Opener> {
  const given = await givenPassphrase(shell);
  if (given !== null) return { passphrase: given };
  if (status.protection.keychain && !status.protection.passphrase) return {};
  return { passphrase: await askPassphrase(shell, 'Passphrase') };
}

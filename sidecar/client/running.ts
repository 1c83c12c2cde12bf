import { EngramError } from '../../contract/index.ts';
import type { ClientClaim } from './claim.ts';
import { connect, type Connection } from './connect.ts';
import { readSidecarFile, type SidecarFile } from './sidecar-file.ts';

export interface Running extends Connection {
  readonly file: SidecarFile;
}

/**
 * A connection to the sidecar that serves this folder, or null when none is alive. A file left by
 * a crash counts as none. Throws UNAUTHORIZED when another program listens on its port.
 */
export async function findRunning(dir: string, as: { claim?: ClientClaim; bearer?: string } = {}): Promise<Running | null> {
  const file = await readSidecarFile(dir);
  if (file === null || !isAlive(file.pid)) return null;
  try {
    const connection = await connect({ port: file.port, bearer: as.bearer ?? file.bearer, ...(as.claim === undefined ? {} : { claim: as.claim }) });
    return { ...connection, file };
  } catch (error) {
    if (error instanceof EngramError && error.code === 'VAULT_BUSY') return null;
    throw error;
  }
}

/** Whether a process of this number exists; one of another user counts as alive. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

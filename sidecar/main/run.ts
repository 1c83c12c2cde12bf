import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EngramError } from '../../contract/index.ts';
import { createEngine, hardenProcess } from '../../engine/serve/index.ts';
import { bothLogs, fileLog, jsonLog } from '../../engine/kernel/index.ts';
import { findRunning, readSidecarFile, removeSidecarFile, writeSidecarFile } from '../client/index.ts';
import { startServer, type Handover, type Listener } from '../http/index.ts';

export interface SidecarOptions {
  /** Folder of the vault. */
  dir: string;
  /** 0 or absent: any free port. */
  port?: number;
  /** Opens an existing vault before the server is announced, with the keychain when there is no passphrase. */
  unlock?: { passphrase?: string; kit?: string };
  background?: boolean;
  keychain?: boolean;
  /** The process that lives as long as this sidecar is served; this one when absent. */
  pid?: number;
  /** What the predecessor handed over. */
  handover?: unknown;
  /** Where its listening socket comes from, asked for when everything else is ready. */
  listening?: () => Promise<unknown>;
  /** Told when the vault has been closed; only the end of the process clears what was typed to open it. */
  onLocked?: () => void;
}

export interface Sidecar {
  readonly port: number;
  /** Address for a browser, with a fresh one-time token. */
  address(): string;
  /** Whether the vault is open. */
  isOpen(): boolean;
  /** How many calls are being answered, streams not counted. */
  answering(): number;
  /** Answers nothing new any more; what a successor needs to go on, with the listening socket. */
  handOver(): Handover & { listener: Listener };
  /** Serves a connection that somebody else accepted. */
  take(socket: Socket): void;
  /** Locks the vault, ends every connection and removes the sidecar file, unless that was handed over. */
  close(): Promise<void>;
}

const packageFile = new URL('../../package.json', import.meta.url);
const version = (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version;
/** Folder of the built interface. */
const pagesFolder = fileURLToPath(new URL('../../dist/renderer', import.meta.url));

/**
 * Starts the engine and its server for one folder. Throws VAULT_BUSY when another sidecar serves
 * it, and what the engine throws when the passphrase does not open the vault.
 */
export async function runSidecar(options: SidecarOptions): Promise<Sidecar> {
  const pid = options.pid ?? process.pid;
  const inherited = options.handover !== undefined && (await readSidecarFile(options.dir))?.pid === pid;
  const other = inherited ? null : await findRunning(options.dir);
  if (other !== null) {
    await other.close();
    throw new EngramError('VAULT_BUSY', { detail: 'a sidecar serves this folder' });
  }
  hardenProcess();
  const engine = await createEngine({
    dir: options.dir,
    host: 'sidecar',
    log: bothLogs(jsonLog((line) => process.stderr.write(`${line}\n`), () => Date.now(), 'warn'), fileLog(join(options.dir, 'logs'), () => Date.now())),
    ...(options.keychain === undefined ? {} : { keychain: options.keychain }),
    ...(options.onLocked === undefined ? {} : { onLocked: options.onLocked }),
  });
  try {
    if (options.unlock !== undefined) await engine.client({ kind: 'person', local: true }).vault.unlock(options.unlock);
    const server = await startServer({
      router: engine.router, identify: engine.identify, port: options.port ?? 0, pages: pagesFolder, version,
      ...(options.handover === undefined ? {} : { handover: options.handover }),
      ...(options.listening === undefined ? {} : { listening: options.listening }),
    });
    await writeSidecarFile(options.dir, { port: server.port, bearer: server.tokens.bearer, pid, background: options.background ?? false });
    let closing: Promise<void> | undefined;
    let handedOver = false;
    return {
      port: server.port,
      address: server.address,
      isOpen: () => engine.isOpen(),
      answering: server.answering,
      handOver() {
        handedOver = true;
        return server.handOver();
      },
      take: server.take,
      close() {
        closing ??= (async () => {
          // Whoever comes next may want the port before a large vault is closed.
          server.stop();
          if (!handedOver) await removeSidecarFile(options.dir, pid);
          // The vault is closed before the connections, so that every acknowledged write is on disk.
          await engine.close();
          await server.close();
        })();
        return closing;
      },
    };
  } catch (error) {
    await engine.close();
    throw error;
  }
}

import { writeSync } from 'node:fs';
import type { ErrorBody } from '../../contract/index.ts';

/** The address goes to the terminal, never to a log file. */
export const tellAddress = (address: string): void => void process.stderr.write(`Engram is at ${address}\nCtrl-C ends it.\n`);

export const tellFailure = ({ message, data }: ErrorBody): void => void process.stderr.write(`${message} ${data.action}\n`);

/** Reports the outcome of the start to the process that asked for it; nobody may be listening. */
export function teller(fd: string | undefined): (document: unknown) => void {
  return (document) => {
    if (fd === undefined) return;
    try {
      writeSync(Number(fd), `${JSON.stringify(document)}\n`);
    } catch {
      // The starter has gone; the sidecar runs on.
    }
  };
}

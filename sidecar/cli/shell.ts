import pc from 'picocolors';
import { asDocument, forTerminal } from './document.ts';

/** Flags every command takes. */
export interface GlobalFlags {
  vault?: string;
  passphraseFile?: string;
  passphraseFd?: string;
  json?: boolean;
}

/** Where a command reads and writes. Data goes to `out`, everything else to `talk`. */
export interface Shell {
  readonly flags: GlobalFlags;
  readonly json: boolean;
  /** Of this program. */
  readonly version: string;
  /** Whether a person sits there who can be asked. */
  readonly interactive: boolean;
  readonly colors: ReturnType<typeof pc.createColors>;
  /** Prints the result once: the document with `--json`, else the lines. */
  result(document: unknown, lines: () => string | readonly string[]): void;
  /** Prints data as it comes, without a line break. */
  stream(text: string): void;
  /** Tells the person something that is not data. */
  talk(text: string): void;
}

export function createShell(flags: GlobalFlags, version: string, env: NodeJS.ProcessEnv = process.env): Shell {
  const json = flags.json === true;
  const plain = env.NO_COLOR !== undefined && env.NO_COLOR !== '';
  return {
    flags,
    json,
    version,
    interactive: process.stdin.isTTY === true && process.stderr.isTTY === true,
    colors: pc.createColors(!json && !plain && process.stdout.isTTY === true),
    result(document, lines) {
      if (json) {
        process.stdout.write(`${JSON.stringify(asDocument(document), null, 2)}\n`);
        return;
      }
      const text = lines();
      const all = typeof text === 'string' ? text : text.join('\n');
      if (all !== '') process.stdout.write(`${all}\n`);
    },
    stream: (text) => void process.stdout.write(process.stdout.isTTY ? forTerminal(text) : text),
    talk: (text) => void process.stderr.write(`${text}\n`),
  };
}

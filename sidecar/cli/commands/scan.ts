import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { z } from 'zod';
import { EngramError } from '../../../contract/index.ts';
import { scanInjection } from '../../../security/injection/index.ts';
import { classify } from '../../../security/pii/index.ts';
import { usageError } from '../failure.ts';
import type { Run } from '../run.ts';
import type { Shell } from '../shell.ts';

const Line = z.object({ text: z.string() });

/** What a scan says about the text of one line, and the same in words. */
type Scan = (text: string) => { found: Record<string, unknown>; words: string };

const personal: Scan = (text) => {
  const { findings, tier } = classify(text, { mayLower: false });
  const labels = [...new Set(findings.map((finding) => finding.type))];
  return { found: { labels, tier }, words: `${tier}${labels.length === 0 ? '' : `: ${labels.join(', ')}`}` };
};
const injection: Scan = (text) => {
  const { score, verdict, reasons } = scanInjection(text);
  return { found: { score, verdict, reasons }, words: `${verdict} ${score.toFixed(2)}${reasons.length === 0 ? '' : `: ${reasons.join(', ')}`}` };
};

export function scanCommands(program: Command, run: Run): void {
  const scan = program.command('scan').description('judge texts of a file; needs no vault');
  const add = (name: string, description: string, judge: Scan) =>
    scan.command(name).description(description).argument('<file>', 'JSON Lines with a `text` in each').action(run((shell: Shell, _flags: unknown, file: string) => scanFile(shell, file, judge)));
  add('pii', 'find what is personal, and how closely it would be guarded', personal);
  add('injection', 'find instructions aimed at the model', injection);
}

function parse(line: string): string | null {
  try {
    const parsed = Line.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data.text : null;
  } catch {
    return null;
  }
}

/** One line out for every line that could be read; the number of a bad one goes to the other side. */
async function scanFile(shell: Shell, file: string, judge: Scan): Promise<void> {
  let index = -1;
  let read = 0;
  try {
    for await (const line of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })) {
      index++;
      if (line.trim() === '') continue;
      const text = parse(index === 0 ? line.replace(/^\ufeff/, '') : line);
      if (text === null) {
        shell.talk(`line ${index + 1}: not an object with a text; passed over`);
        continue;
      }
      read++;
      const { found, words } = judge(text);
      shell.stream(shell.json ? `${JSON.stringify({ index, ...found })}\n` : `${index}  ${words}\n`);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new EngramError('NOT_FOUND', { detail: 'there is no such file' });
    if (code === 'EISDIR' || code === 'EACCES') throw usageError('the file cannot be read');
    throw error;
  }
  if (read === 0) throw new EngramError('IMPORT_UNREADABLE', { detail: 'no line holds a text' });
}

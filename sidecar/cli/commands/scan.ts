import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import { z } from 'zod';
import { EngramError } from '../../../contract/index.ts';
import { understand, type TimeReading } from '../../../engine/cortex/gate/index.ts';
import { openEmbedder, type EmbeddingModel } from '../../../engine/providers/index.ts';
import { featuresOf, hear, likelihoods, MOST_TURNS, signalOf, wordingsOf } from '../../../engine/working/index.ts';
import { scanInjection } from '../../../security/injection/index.ts';
import { classify } from '../../../security/pii/index.ts';
import { parseInstant } from '../document.ts';
import { usageError } from '../failure.ts';
import type { Run } from '../run.ts';
import type { Shell } from '../shell.ts';

const Line = z.object({ text: z.string() });
/** A message with the turns before it, oldest first, and when it was asked; its offset is the person's clock. */
const Message = Line.extend({
  context: z.array(z.string()).optional(),
  asked_at: z.string().refine((text) => parseInstant(text) !== undefined).optional(),
});

/** A message and the turns before it, oldest first. */
const Transition = z.object({ turns: z.array(z.string()), next: z.string() });

interface Verdict {
  found: Record<string, unknown>;
  words: string;
}
/** What a scan says about one line, and the same in words. */
interface Scan<T> {
  line: z.ZodType<T>;
  /** What a line must hold, in words. */
  shape: string;
  judge: (line: T) => Verdict | Promise<Verdict>;
  close?: () => Promise<void>;
}

const personal: Scan<z.infer<typeof Line>> = { line: Line, shape: 'a text', judge: ({ text }) => {
  const { findings, tier } = classify(text, { mayLower: false });
  const labels = [...new Set(findings.map((finding) => finding.type))];
  return { found: { labels, tier }, words: `${tier}${labels.length === 0 ? '' : `: ${labels.join(', ')}`}` };
} };
const injection: Scan<z.infer<typeof Line>> = { line: Line, shape: 'a text', judge: ({ text }) => {
  const { score, verdict, reasons } = scanInjection(text);
  return { found: { score, verdict, reasons }, words: `${verdict} ${score.toFixed(2)}${reasons.length === 0 ? '' : `: ${reasons.join(', ')}`}` };
} };
const intention: Scan<z.infer<typeof Message>> = { line: Message, shape: 'a text', judge: ({ text, context, asked_at: asked }) => {
  const at = asked === undefined ? Date.now() : parseInstant(asked)!;
  const { intent, gate, time } = understand(text, at, { context, zone: minutesAhead(asked ?? '') });
  const temporal = spanOf(time);
  return {
    found: { intent, gate: gate.decision, ...(temporal && { temporal }) },
    words: `${gate.decision} ${intent}${temporal ? `: ${time!.relation} ${temporal.from ?? ''} – ${temporal.to ?? ''}` : ''}`,
  };
} };

/** Only the first message of a conversation is certain. */
const NEARLY_CERTAIN = 0.99;

/** What a message does to the topic. The model of words is opened for the first line. */
function topic(): Scan<z.infer<typeof Transition>> {
  let opened: Promise<EmbeddingModel> | null = null;
  const embed = async (texts: readonly string[]) => (await (opened ??= openEmbedder('builtin', { modelsDir: '', providers: [] }))).embed(texts, 'document');
  return {
    line: Transition, shape: 'turns and a next message',
    judge: async ({ turns, next }) => {
      const heard = await hear([...turns.slice(-MOST_TURNS), next], embed);
      const before = heard.slice(0, -1);
      const signal = signalOf(before, heard.at(-1)!);
      const likely = before.length === 0 ? 1 : Math.min(NEARLY_CERTAIN, likelihoods(featuresOf(before, heard.at(-1)!), wordingsOf(next))[signal]);
      return { found: { signal }, words: `${signal} ${likely.toFixed(2)}` };
    },
    close: async () => (await opened)?.close(),
  };
}

/** The span of a question in ISO 8601; an open end is null. */
function spanOf(time: TimeReading | null): { from: string | null; to: string | null } | null {
  if (time === null || (time.from === undefined && time.to === undefined)) return null;
  const iso = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());
  return { from: iso(time.from), to: iso(time.to) };
}

/** Minutes that the offset of a moment in ISO 8601 is ahead of UTC. */
function minutesAhead(moment: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)?$/.exec(/[T ]/.test(moment) ? moment : '') ?? [];
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes ?? 0));
}

export function scanCommands(program: Command, run: Run): void {
  const scan = program.command('scan').description('judge texts of a file; needs no vault');
  const add = <T>(name: string, description: string, judge: () => Scan<T>) => scan.command(name).description(description)
    .argument('<file>', `JSON Lines, each with ${judge().shape}`)
    .action(run(async (shell: Shell, _flags: unknown, file: string) => {
      const one = judge();
      try {
        await scanFile(shell, file, one);
      } finally {
        await one.close?.();
      }
    }));
  add('pii', 'find what is personal, and how closely it would be guarded', () => personal);
  add('injection', 'find instructions aimed at the model', () => injection);
  add('intent', 'say what a message wants, whether it needs memory, and which time it speaks of', () => intention);
  add('topic', 'say whether a message stays with the topic of the turns before it, drifts or switches', topic);
}

function parse<T>(line: string, as: z.ZodType<T>): T | null {
  try {
    const parsed = as.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** One line out for every line that could be read; the number of a bad one goes to the other side. */
async function scanFile<T>(shell: Shell, file: string, scan: Scan<T>): Promise<void> {
  let index = -1;
  let count = 0;
  try {
    for await (const line of createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })) {
      index++;
      if (line.trim() === '') continue;
      const read = parse(index === 0 ? line.replace(/^\ufeff/, '') : line, scan.line);
      if (read === null) {
        shell.talk(`line ${index + 1}: not an object with ${scan.shape}; passed over`);
        continue;
      }
      count++;
      const { found, words } = await scan.judge(read);
      shell.stream(shell.json ? `${JSON.stringify({ index, ...found })}\n` : `${index}  ${words}\n`);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new EngramError('NOT_FOUND', { detail: 'there is no such file' });
    if (code === 'EISDIR' || code === 'EACCES') throw usageError('the file cannot be read');
    throw error;
  }
  if (count === 0) throw new EngramError('IMPORT_UNREADABLE', { detail: `no line holds ${scan.shape}` });
}

import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { usageError } from '../failure.ts';
import type { Run } from '../run.ts';
import type { Shell } from '../shell.ts';
import { wholeNumbers } from '../values.ts';
import { readDataSets } from './data-set.ts';
import { summarize, type Answer, type Measures, type Summary } from './measure.ts';
import { depth, evaluate } from './retrieval.ts';

interface EvalFlags {
  k: number[];
  embedder?: string;
  save?: string;
}

export function evalCommand(program: Command, run: Run): void {
  program.command('eval').description('measure on labelled data')
    .command('retrieval')
    .description('load each data set into a fresh vault, ask its queries, report how much evidence was found')
    .argument('<files...>', 'data sets, or folders of them')
    .option('--k <list>', 'cut-offs for recall', wholeNumbers, [5, 10, 20])
    .option('--embedder <name>', 'embedder to use, or a folder to install one from')
    .option('--save <file>', 'write the ranked ids of every query')
    .action(run(retrieval));
}

async function retrieval(shell: Shell, flags: EvalFlags, files: string[]): Promise<void> {
  const deepest = Math.max(...flags.k);
  if (deepest > depth) throw usageError(`--k goes up to ${depth}`);
  const sets = await readDataSets(files);
  const datasets: ({ name: string; memories: number; refused: number; skipped: number; coverage: number } & Summary)[] = [];
  const all: Answer[] = [];
  const saved: { name: string; queries: { id: string; category: string; ranked: { id: string; score: number }[] }[] }[] = [];
  for (const set of sets) {
    const { name, answers, ...facts } = await evaluate(set, {
      talk: shell.talk, ...(flags.embedder === undefined ? {} : { embedder: flags.embedder }),
    });
    datasets.push({ name, ...facts, ...summarize(answers, flags.k) });
    all.push(...answers);
    saved.push({ name, queries: answers.map(({ id, category, scored }) => ({ id, category, ranked: scored })) });
  }
  const overall = summarize(all, flags.k);
  if (flags.save !== undefined) await writeFile(flags.save, JSON.stringify({ datasets: saved }, null, 1));
  shell.result({ datasets, overall }, () => table(datasets, overall, flags.k));
}

function table(datasets: readonly ({ name: string } & Summary)[], overall: Summary, ks: readonly number[]): string[] {
  const head = ['', 'queries', ...ks.map((k) => `R@${k}`), ...ks.map((k) => `ev.R@${k}`), 'nDCG@10', 'MRR', 'p50 ms', 'p95 ms'];
  const line = (name: string, one: Measures): string[] => [
    name, String(one.queries),
    ...ks.map((k) => one.recall[String(k)]!.toFixed(3)),
    ...ks.map((k) => one.recallPerEvidence[String(k)]!.toFixed(3)),
    one.ndcg10.toFixed(3), one.mrr.toFixed(3), one.latencyMs.p50.toFixed(1), one.latencyMs.p95.toFixed(1),
  ];
  const rows = [
    head,
    ...datasets.map((set) => line(set.name, set)),
    ...Object.entries(overall.byCategory).map(([category, one]) => line(`  ${category}`, one)),
    line('overall', overall),
  ];
  const widths = head.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)));
  return rows.map((cells) => cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  '));
}

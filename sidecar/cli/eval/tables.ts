import { forTerminal } from '../document.ts';
import { parts, type Difference, type Part } from './ablation.ts';
import type { Abstention } from './abstention.ts';
import type { ByBudget, PackingSummary } from './context.ts';
import type { Measures, Summary } from './measure.ts';

/** Ways to count what was found of several relevant memories. */
export const reports = ['any', 'all', 'per-evidence'] as const;
export type Report = (typeof reports)[number];

type Column = { head: string; of: (one: Measures) => number };

const columnsOf: Record<Report, (k: number) => Column[]> = {
  any: (k) => [{ head: `any@${k}`, of: (one) => one.any[k]! }],
  all: (k) => [{ head: `all@${k}`, of: (one) => one.all[k]! }],
  'per-evidence': (k) => [{ head: `R@${k}`, of: (one) => one.recall[k]! }, { head: `ev.R@${k}`, of: (one) => one.recallPerEvidence[k]! }],
};

/** One line per set, per category of all sets, and over everything. */
export function measuresTable(datasets: readonly ({ name: string } & Summary)[], overall: Summary, ks: readonly number[], wanted: readonly Report[]): string[] {
  // The columns of one measure stand together: R@5 R@10, then ev.R@5 ev.R@10.
  const columns = wanted.flatMap((report) => {
    const perK = ks.map(columnsOf[report]);
    return perK[0]!.flatMap((_, measure) => perK.map((list) => list[measure]!));
  });
  const line = (name: string, one: Measures): string[] => [
    name, String(one.queries), ...columns.map(({ of }) => of(one).toFixed(3)),
    one.ndcg10.toFixed(3), one.mrr.toFixed(3), one.latencyMs.p50.toFixed(1), one.latencyMs.p95.toFixed(1),
  ];
  return aligned([
    ['', 'queries', ...columns.map(({ head }) => head), 'nDCG@10', 'MRR', 'p50 ms', 'p95 ms'],
    ...datasets.map((set) => line(set.name, set)),
    ...Object.entries(overall.byCategory).map(([category, one]) => line(`  ${category}`, one)),
    line('overall', overall),
  ]);
}

export function abstentionTable({ curve, product, unanswerable, answerable }: Abstention): string[] {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  return [
    '',
    `abstention: ${unanswerable} unanswerable, ${answerable} answerable queries`,
    ...aligned([
      ['bar', 'withheld', 'lost', 'R@10 lost'],
      ...curve.map(({ bar, withheld, lost, recall10Loss }) => [bar.toFixed(2), percent(withheld), percent(lost), recall10Loss.toFixed(3)]),
      ['product', percent(product.withheld), percent(product.lost), product.recall10Loss.toFixed(3)],
    ]),
  ];
}

/** One line per set and budget: evidence in the section, beside whole memories in the order of the ranking. */
export function packingTable(sets: readonly { name: string; budgets: ByBudget<PackingSummary> }[]): string[] {
  return aligned([
    ['', 'tokens', 'queries', 'evidence', 'top-k', 'used', 'memories'],
    ...sets.flatMap(({ name, budgets }) => Object.entries(budgets).map(([budget, one]) => [
      name, budget, String(one.queries), one.evidence.toFixed(3), one.topk.toFixed(3), one.used.toFixed(3), one.memories.toFixed(1),
    ])),
  ]);
}

export interface AblatedSet {
  name: string;
  queries: number;
  full: { recall10: number; ndcg10: number };
  without: Record<Part, Difference>;
}

/** Set by part: the change of R@10 / nDCG@10 without it, in thousandths. */
export function ablationTable(sets: readonly AblatedSet[], missedNowhere: readonly Part[]): string[] {
  const signed = (value: number) => { const n = Math.round(value * 1000); return `${n > 0 ? '+' : n < 0 ? '−' : ''}${Math.abs(n)}`; };
  return [
    'R@10 / nDCG@10 with everything, and the change without each part in thousandths (− means it is missed)',
    ...aligned([
      ['', 'queries', 'full', ...parts],
      ...sets.map(({ name, queries, full, without }) => [
        name, String(queries), `${full.recall10.toFixed(3)} / ${full.ndcg10.toFixed(3)}`,
        ...parts.map((part) => `${signed(without[part].recall10)} / ${signed(without[part].ndcg10)}`),
      ]),
    ]),
    ...(missedNowhere.length === 0 ? [] : [`no set misses: ${missedNowhere.join(', ')}`]),
  ];
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const shown = rows.map((cells) => cells.map(forTerminal));
  const widths = shown[0]!.map((_, column) => Math.max(...shown.map((cells) => cells[column]!.length)));
  return shown.map((cells) => cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  '));
}

import { writeFile } from 'node:fs/promises';
import { Option, type Command } from 'commander';
import { forTerminal } from '../document.ts';
import { usageError } from '../failure.ts';
import type { Run } from '../run.ts';
import { scopeOf, withScope, type ScopeFlags } from '../scope-flags.ts';
import { withVault } from '../session.ts';
import type { Shell } from '../shell.ts';
import { oneOrMoreOf, wholeNumbers } from '../values.ts';
import { differenceOf, neverMissed, parts, type Part } from './ablation.ts';
import { abstention } from './abstention.ts';
import { depth, levels, type Level } from './asking.ts';
import { evaluateContext, summarizePackings, type ByBudget, type Packing, type PackingSummary } from './context.ts';
import { readDataSets, readFileAs, type DataSet } from './data-set.ts';
import { summarize, type Answer, type Summary } from './measure.ts';
import { mean, ndcgAt, recallAt } from './metrics.ts';
import { evaluate, type Round } from './retrieval.ts';
import { askSaved, SavedQuestions } from './saved.ts';
import { ablationTable, abstentionTable, measuresTable, packingTable, reports, type AblatedSet, type Report } from './tables.ts';

interface MeasureFlags {
  k: number[];
  report: Report[];
  level: Level;
  abstention?: boolean;
}

interface EvalFlags extends MeasureFlags {
  embedder?: string;
  save?: string;
  split?: string;
  without?: Part[];
  ablate?: boolean;
}

export function evalCommand(program: Command, run: Run): void {
  const evaluation = program.command('eval').description('measure on labelled data');
  withMeasures(evaluation.command('retrieval'))
    .description('load each data set into a fresh vault, ask its queries, report how much evidence was found')
    .argument('<files...>', 'data sets, or folders of them')
    .option('--split <name>', 'ask only the queries marked with this split')
    .option('--embedder <name>', 'embedder to use, or a folder to install one from')
    .option('--save <file>', 'write the ranked ids of every query')
    .option('--without <parts>', `leave these parts of recall out: ${parts.join(', ')}`, oneOrMoreOf(parts))
    .addOption(new Option('--ablate', 'ask with every part, then without each, and print what is missed').conflicts(['without', 'save', 'abstention', 'report', 'k']))
    .action(run(retrieval));
  evaluation.command('context')
    .description('load each data set into a fresh vault, build the section of recalled memories for every query at each budget, report how much evidence is in it')
    .argument('<files...>', 'data sets, or folders of them')
    .option('--budgets <list>', 'tokens of the section', wholeNumbers(4_000_000), [512, 1024, 2048, 4096])
    .option('--embedder <name>', 'embedder to use, or a folder to install one from')
    .action(run(context));
  withScope(withMeasures(evaluation.command('saved')))
    .description('ask your own questions of your own vault, report whether their memories were found; changes nothing, prints ids only')
    .argument('<file>', 'JSON: a list of { text, relevant: [ids of memories], asked_at? }')
    .action(run(saved));
}

function withMeasures(command: Command): Command {
  return command
    .option('--k <list>', 'cut-offs for recall', wholeNumbers(500), [5, 10, 20])
    .option('--report <kinds>', 'any: share of queries with a relevant memory in the first k; all: with every one; per-evidence: the share of them found, as mean over queries (R) and over all evidence (ev.R)', oneOrMoreOf(reports), ['per-evidence'])
    .addOption(new Option('--level <level>', 'what counts as found: a relevant memory, or any one of its session').choices(levels).default('turn'))
    .option('--abstention', 'ask the unanswerable queries too (category adversarial), and print what a bar on the best score would withhold');
}

async function retrieval(shell: Shell, flags: EvalFlags, files: string[]): Promise<void> {
  assertDepth(flags.k);
  const sets = await readDataSets(files);
  if (flags.ablate) return ablate(shell, flags, sets);
  const off = flags.without ?? [];
  const datasets: ({ name: string; memories: number; refused: number; skipped: number; coverage: number } & Summary & Abstained)[] = [];
  const all: Round = { answers: [], unanswerable: [] };
  const written: { name: string; queries: { id: string; category: string; ranked: { id: string; score: number }[] }[] }[] = [];
  for (const set of sets) {
    const { name, rounds: [round], ...facts } = await evaluate(set, { ...asked(shell, flags), unanswerable: flags.abstention === true, rounds: [off] });
    datasets.push({ name, ...facts, ...summarize(round!.answers, flags.k), ...abstained(flags, round!) });
    all.answers.push(...round!.answers);
    all.unanswerable.push(...round!.unanswerable);
    written.push({ name, queries: [...round!.answers, ...round!.unanswerable].map(({ id, category, scored }) => ({ id, category, ranked: scored })) });
  }
  const overall = { ...summarize(all.answers, flags.k), ...abstained(flags, all) };
  if (flags.save !== undefined) await writeFile(flags.save, JSON.stringify({ datasets: written }, null, 1));
  shell.result({ level: flags.level, without: off, datasets, overall }, () => [
    ...measuresTable(datasets, overall, flags.k, flags.report),
    ...(overall.abstention === undefined ? [] : abstentionTable(overall.abstention)),
  ]);
}

async function context(shell: Shell, { budgets, embedder }: { budgets: number[]; embedder?: string }, files: string[]): Promise<void> {
  const all: ByBudget<Packing[]> = Object.fromEntries(budgets.map((budget) => [budget, []]));
  const datasets: { name: string; budgets: ByBudget<PackingSummary> }[] = [];
  const summaries = (packings: ByBudget<readonly Packing[]>) => Object.fromEntries(budgets.map((budget) => [budget, summarizePackings(packings[budget]!)]));
  for (const set of await readDataSets(files)) {
    const packings = await evaluateContext(set, budgets, { talk: shell.talk, ...(embedder === undefined ? {} : { embedder }) });
    for (const budget of budgets) all[budget]!.push(...packings[budget]!);
    datasets.push({ name: set.name, budgets: summaries(packings) });
  }
  const overall = summaries(all);
  shell.result({ datasets, overall }, () => packingTable([...datasets, { name: 'overall', budgets: overall }]));
}

type Abstained = { abstention?: ReturnType<typeof abstention> };
const abstained = (flags: MeasureFlags, { answers, unanswerable }: Round): Abstained => (flags.abstention ? { abstention: abstention(answers, unanswerable) } : {});

const asked = (shell: Shell, { embedder, split, level }: EvalFlags) => ({
  talk: shell.talk, level, ...(embedder === undefined ? {} : { embedder }), ...(split === undefined ? {} : { split }),
});

async function ablate(shell: Shell, flags: EvalFlags, sets: readonly DataSet[]): Promise<void> {
  const all: Answer[][] = [[], ...parts.map(() => [])];
  const datasets: AblatedSet[] = [];
  for (const set of sets) {
    const { rounds } = await evaluate(set, { ...asked(shell, flags), rounds: [[], ...parts.map((part) => [part])] });
    rounds.forEach(({ answers }, i) => all[i]!.push(...answers));
    datasets.push(ablated(set.name, rounds.map(({ answers }) => answers)));
  }
  const overall = ablated('overall', all);
  const missedNowhere = neverMissed(datasets.map(({ without }) => without));
  shell.result({ level: flags.level, datasets, overall, neverMissed: missedNowhere }, () => ablationTable([...datasets, overall], missedNowhere));
}

/** Rounds with everything first, then without each part in order. */
function ablated(name: string, [full, ...rest]: readonly Answer[][]): AblatedSet {
  return {
    name, queries: full!.length,
    full: { recall10: mean(full!.map((answer) => recallAt(answer, 10))), ndcg10: mean(full!.map((answer) => ndcgAt(answer, 10))) },
    without: Object.fromEntries(parts.map((part, i) => [part, differenceOf(full!, rest[i]!)])) as AblatedSet['without'],
  };
}

async function saved(shell: Shell, flags: MeasureFlags & ScopeFlags, file: string): Promise<void> {
  assertDepth(flags.k);
  const questions = await readFileAs(SavedQuestions, file);
  const scope = scopeOf(flags);
  await withVault(shell, async ({ client }) => {
    const { places, ...outcome } = await askSaved(client, questions, { level: flags.level, unanswerable: flags.abstention === true, scope });
    const overall = { ...summarize(outcome.answers, flags.k), ...abstained(flags, outcome) };
    if (outcome.missing.length > 0) shell.talk(`Not in the vault any more: ${outcome.missing.join(', ')}`);
    shell.result({ level: flags.level, missing: outcome.missing, questions: places, overall }, () => [
      ...measuresTable([], overall, flags.k, flags.report),
      ...(overall.abstention === undefined ? [] : abstentionTable(overall.abstention)),
      ...places.flatMap(({ id, found }) => found.filter(({ place }) => place === null || place > Math.max(...flags.k)).map(({ memory }) => `missed  ${forTerminal(id)}  ${memory}`)),
    ]);
  });
}

function assertDepth(ks: readonly number[]): void {
  if (Math.max(...ks) > depth) throw usageError(`--k goes up to ${depth}`);
}

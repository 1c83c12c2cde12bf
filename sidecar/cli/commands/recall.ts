import { Option, type Command } from 'commander';
import { MemoryKind, type Clue, type MemoryId, type Quality, type RecallQuery, type RecallResult, type RecallTrace, type TraceRow } from '../../../contract/index.ts';
import { forTerminal } from '../document.ts';
import { usageError } from '../failure.ts';
import type { Run } from '../run.ts';
import { scopeOf, withScope, type ScopeFlags } from '../scope-flags.ts';
import { withVault, type Session } from '../session.ts';
import type { Shell } from '../shell.ts';
import { instant, textFrom, wholeNumber } from '../values.ts';
import { idOf, row } from './memories.ts';
import { hiddenFrom, widest, whyNot, type WhyNot } from './why-not.ts';

interface RecallFlags extends ScopeFlags {
  limit?: number;
  budget?: number;
  type?: MemoryKind;
  past?: boolean;
  at?: number;
  explain?: boolean;
  weak?: boolean;
  whyNot?: string;
}

export function recallCommand(program: Command, run: Run): void {
  withScope(program.command('recall'))
    .description('find memories')
    .argument('[query...]', 'the question, or - for standard input')
    .addOption(new Option('--limit <n>', 'most results').argParser(wholeNumber(1, 500)).conflicts('budget'))
    .addOption(new Option('--budget <tokens>', 'most tokens of text').argParser(wholeNumber(1, 4_000_000)))
    .addOption(new Option('--type <kind>', 'kind of memory').choices(MemoryKind.options))
    .option('--past', 'also what was true once')
    .option('--at <date>', 'the moment that "yesterday" refers to', instant)
    .option('--weak', 'the nearest, even when they tell of somebody else than the person named')
    .option('--explain', 'show what found each memory and why others were left out')
    .option('--why-not <id>', 'say at which stage this memory fell, instead of showing results')
    .action(run(recall));
}

async function recall(shell: Shell, flags: RecallFlags, words: string[]): Promise<void> {
  const query = await textFrom(words);
  if (query.trim() === '') throw usageError('no question given');
  const scope = scopeOf(flags);
  const asked: RecallQuery = {
    query,
    ...(scope === undefined ? {} : { scope }),
    ...(flags.limit === undefined ? {} : { limit: flags.limit }),
    ...(flags.budget === undefined ? {} : { budget: flags.budget }),
    ...(flags.type === undefined ? {} : { kinds: [flags.type] }),
    ...(flags.past ? { past: true } : {}),
    ...(flags.at === undefined ? {} : { at: flags.at }),
    ...(flags.weak ? { weak: true } : {}),
    ...(flags.explain ? { explain: true } : {}),
  };
  if (flags.whyNot !== undefined) return withVault(shell, (session) => explainOne(shell, session, asked, idOf(flags.whyNot!)));
  await withVault(shell, async ({ client }) => {
    const result = await client.recall(asked);
    if (result.abstained !== null) shell.talk(`${result.abstained.reason} Ask with --weak to see the nearest anyway.`);
    for (const reason of result.degraded) shell.talk(`Note: ${reason}`);
    shell.result({ query, ...result }, () => (result.items.length === 0 ? noResult(shell) : lines(shell, result, flags.explain === true)));
  });
}

async function explainOne(shell: Shell, { client }: Session, asked: RecallQuery, id: MemoryId): Promise<void> {
  const memory = await client.memories.get({ id });
  const hidden = hiddenFrom(memory, asked);
  const answer: WhyNot = hidden !== null
    ? { id, stage: 'not_visible', place: null, fused: null, duplicateOf: null, signals: [], reason: hidden }
    : whyNot(id, await client.recall({ ...asked, explain: true }), await client.recall(widest(asked)));
  shell.result({ query: asked.query, ...answer }, () => [
    `${id}  ${answer.stage.replaceAll('_', ' ')}: ${forTerminal(answer.reason)}`,
    ...(answer.signals.length === 0 ? [] : [`found by    ${signals(answer.signals)}`]),
    ...(answer.fused === null ? [] : [`fused       ${answer.fused.toFixed(4)}`]),
    ...(answer.duplicateOf === null ? [] : [`repeats     ${answer.duplicateOf}`]),
  ]);
}

function noResult(shell: Shell): string[] {
  shell.talk('Nothing found.');
  return [];
}

function lines(shell: Shell, result: RecallResult, explain: boolean): string[] {
  const found = result.items.flatMap((item) => [
    row(shell, item.memory),
    ...(explain ? [shell.colors.dim(`    ${item.score.toFixed(4)}  ${signals(item.signals)}`)] : []),
  ]);
  const { trace } = result;
  if (!explain || trace === null) return found;
  const cut = trace.candidates.filter((candidate) => candidate.verdict !== 'kept');
  return [
    ...found,
    '',
    `looked up   ${forTerminal(trace.terms.join(', '))}${trace.droppedTerms.length === 0 ? '' : `; too common: ${forTerminal(trace.droppedTerms.join(', '))}`}`,
    ...(trace.quality === null ? [] : [`quality     ${grade(trace.quality)}`]),
    ...(trace.reformulated === null ? [] : [`asked again ${forTerminal(trace.reformulated.queries.map(({ text }) => text).join(' | '))}; ${grade(trace.reformulated.quality)}${trace.reformulated.used ? '' : ', not used'}`]),
    ...(trace.momentum === null ? [] : [`taken over  ${forTerminal(trace.momentum.words.join(', '))}`]),
    ...(trace.preload === null ? [] : [`looked ahead ${trace.preload.used} of ${trace.preload.waiting} used, ${trace.preload.hit ? 'with' : 'without'} the best`]),
    ...(trace.time === null ? [] : [`time        ${forTerminal(trace.time.phrase)}: ${new Date(trace.time.from).toISOString()} to ${new Date(trace.time.to).toISOString()}`]),
    `time taken  ${Object.entries(trace.ms).map(([stage, ms]) => `${stage} ${ms.toFixed(1)} ms`).join(', ')}`,
    ...trace.candidates.filter(({ verdict }) => verdict === 'kept').map((candidate) => `placed      ${candidate.id}  ${fusedAs(candidate)}${clues(candidate, trace)}`),
    ...cut.map((candidate) => `left out    ${candidate.id}  ${forTerminal(candidate.keyFact)}: ${candidate.reason}${repeated(candidate)} (${fusedAs(candidate)}${signals(candidate.signals)})`),
  ];
}

const grade = ({ tier, best, coverage }: Quality): string => `${tier}, first ${best.toFixed(2)}, question held ${Math.round(coverage * 100)} %`;

/** The score it had before its clues placed it. */
const fusedAs = ({ fused }: TraceRow): string => (fused === null ? '' : `fused ${fused.toFixed(4)}, `);

const repeated = ({ duplicateOf }: TraceRow): string => (duplicateOf === null ? '' : ` That is ${duplicateOf}.`);

/** What a candidate's clues add up to, the largest first. */
function clues(candidate: TraceRow, { reranking }: RecallTrace): string {
  if (candidate.clues === null || reranking === null) return 'by the signals alone';
  return Object.entries(candidate.clues)
    .map(([clue, value]) => ({ clue, part: value * reranking.weights[clue as Clue] }))
    .sort((a, b) => Math.abs(b.part) - Math.abs(a.part))
    .map(({ clue, part }) => `${clue.replace('_', ' ')} ${part < 0 ? '−' : '+'}${Math.abs(part).toFixed(1)}`).join(', ');
}

function signals(list: RecallResult['items'][number]['signals']): string {
  return list.map(({ signal, rank }) => `${signal} #${rank}`).join(', ');
}

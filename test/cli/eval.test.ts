import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createTerminal, type Terminal } from './terminal.ts';

const set = {
  name: 'garden',
  memories: [
    { id: 'm1', text: 'I planted three apple trees behind the house.', speaker: 'Ann', session: 's1', timestamp: '2025-03-01T10:00:00Z' },
    { id: 'm2', text: 'The neighbour lent me a ladder for the roof.', speaker: 'Ben', session: 's1', timestamp: '2025-03-01T10:01:00Z' },
    { id: 'm3', text: 'My sister plays the cello in an orchestra.', speaker: 'Ann', session: 's2', timestamp: '2025-03-02T10:00:00Z' },
    { id: 'm4', text: 'My sister plays the cello in an orchestra.', speaker: 'Ann', session: 's2', timestamp: '2025-03-02T10:00:00Z' },
    { id: 'm5', text: '', speaker: 'Ben', session: 's2', timestamp: '2025-03-02T10:06:00Z' },
  ],
  queries: [
    { id: 'q1', text: 'How many apple trees were planted?', relevant: ['m1'], category: 'single-hop' },
    { id: 'q2', text: 'Who plays the cello?', relevant: ['m4'], category: 'single-hop' },
    { id: 'q3', text: 'What did nobody say?', relevant: ['m5'], category: 'lost' },
    { id: 'q4', text: 'When did the ladder break?', relevant: ['m2'], category: 'adversarial' },
  ],
};

interface Report {
  datasets: { name: string; queries: number; skipped: number; refused: number; recall: Record<string, number>; byCategory: Record<string, { queries: number; recall: Record<string, number> }> }[];
  overall: {
    queries: number; recall: Record<string, number>; any: Record<string, number>; all: Record<string, number>;
    abstention?: { unanswerable: number; answerable: number; curve: { withheld: number; recall10Loss: number }[] };
    ndcg10: number; mrr: number; latencyMs: { p50: number; p95: number };
  };
}

test('EVAL-RETRIEVAL: retrieval is measured on labelled data in a vault that is gone afterwards', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'engram-sets-'));
  const terminal = createTerminal();
  try {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith('engram-eval-'));
    writeFileSync(join(folder, 'garden.json'), JSON.stringify(set));
    const saved = join(folder, 'ranks.txt');
    const report = await terminal.json<Report>(['eval', 'retrieval', folder, '--k', '1,5', '--save', saved], { open: false });
    const [garden] = report.datasets;
    assert.deepEqual([garden!.name, garden!.queries, garden!.skipped, garden!.refused], ['garden', 3, 1, 1]);
    // The merged duplicate answers for both rows; the empty row can be found by nobody.
    assert.deepEqual(garden!.byCategory['single-hop'], { ...garden!.byCategory['single-hop'], queries: 2, recall: { 1: 1, 5: 1 } });
    assert.equal(garden!.byCategory.lost!.recall['5'], 0);
    assert.ok(Math.abs(report.overall.recall['5']! - 2 / 3) < 1e-9 && report.overall.latencyMs.p95 > 0);
    const ranks = JSON.parse(readFileSync(saved, 'utf8')) as { datasets: { queries: { id: string; ranked: { id: string; score: number }[] }[] }[] };
    assert.deepEqual(ranks.datasets[0]!.queries.map((query) => [query.id, query.ranked[0]?.id]).slice(0, 2), [['q1', 'm1'], ['q2', 'm4']]);
    assert.deepEqual(readdirSync(tmpdir()).filter((name) => name.startsWith('engram-eval-')), before);
    writeFileSync(join(folder, 'broken.json'), '{"name": 5}');
    assert.equal((await terminal.run(['eval', 'retrieval', join(folder, 'broken.json')], { open: false })).code, 2);
  } finally {
    terminal.remove();
    rmSync(folder, { recursive: true });
  }
});

test('EVAL-CONTEXT: sections are measured at each budget, and what does not fit is not counted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'engram-sets-'));
  const terminal = createTerminal();
  try {
    writeFileSync(join(folder, 'garden.json'), JSON.stringify(set));
    type One = { evidence: number; topk: number; used: number; memories: number; queries: number };
    const report = await terminal.json<{ overall: Record<string, One>; datasets: { name: string; budgets: Record<string, One> }[] }>(
      ['eval', 'context', folder, '--budgets', '20,90,4000'], { open: false });
    assert.deepEqual(report.datasets[0]!.budgets, report.overall);
    const [none, some, all] = [report.overall['20']!, report.overall['90']!, report.overall['4000']!];
    assert.deepEqual([none.queries, none.evidence, none.topk, none.memories], [3, 0, 0, 0]);
    assert.ok(some.evidence > 0 && some.used > 0 && some.used <= 1);
    // Of three questions one asks for a row that no memory can hold.
    assert.ok(Math.abs(all.evidence - 2 / 3) < 1e-9 && Math.abs(all.topk - 2 / 3) < 1e-9, JSON.stringify(all));
    assert.equal((await terminal.run(['eval', 'context', folder, '--budgets', 'x'], { open: false })).code, 2);
  } finally {
    terminal.remove();
    rmSync(folder, { recursive: true });
  }
});

interface Ablation {
  datasets: { name: string; queries: number; full: { recall10: number }; without: Record<string, { recall10: number; ndcg10: number; better: number; worse: number }> }[];
  neverMissed: string[];
}

/** Questions that only the turns before them, only the moment they are asked, or nothing can answer. */
const diary = {
  name: 'diary',
  memories: [
    { id: 'd1', text: 'The race went well, two hours flat.', speaker: 'Ann', session: 's1', timestamp: '2025-03-04T10:00:00Z' },
    { id: 'd2', text: 'The race went badly, I had to walk.', speaker: 'Ann', session: 's2', timestamp: '2025-05-04T10:00:00Z' },
    { id: 'd3', text: 'Bought a lamp for the hall.', speaker: 'Ben', session: 's2', timestamp: '2025-05-04T10:05:00Z' },
  ],
  queries: [
    { id: 'q1', text: 'How was the race yesterday?', relevant: ['d1'], category: 'when', asked_at: '2025-03-05T09:00:00Z', split: 'tuning' },
    { id: 'q2', text: 'How was the race yesterday?', relevant: ['d2'], category: 'when', asked_at: '2025-05-05T09:00:00Z', split: 'held-out', context: ['Hello again.'] },
    { id: 'q3', text: 'Which violin did Ben sell?', relevant: ['d3'], category: 'adversarial', split: 'tuning' },
  ],
};

test('EVAL-RETRIEVAL: a question is asked at its own moment, and a split is asked alone', async () => {
  await withSet(diary, async (terminal, file) => {
    const report = await terminal.json<Report>(['eval', 'retrieval', file, '--k', '1'], { open: false });
    assert.deepEqual([report.overall.queries, report.overall.recall], [2, { 1: 1 }]);
    const half = await terminal.json<Report>(['eval', 'retrieval', file, '--k', '1', '--split', 'held-out'], { open: false });
    assert.deepEqual([half.datasets[0]!.queries, half.datasets[0]!.skipped], [1, 2]);
  });
});

test('EVAL-LEVELS: any, all and the share are told apart, by turn and by session', async () => {
  const pair = { ...set, queries: [{ id: 'q1', text: 'How many apple trees were planted?', relevant: ['m1', 'm2', 'm3'], category: 'multi' }] };
  await withSet(pair, async (terminal, file) => {
    const turns = await terminal.json<Report>(['eval', 'retrieval', file, '--k', '1', '--report', 'any,all'], { open: false });
    assert.deepEqual([turns.overall.any, turns.overall.all, turns.overall.recall], [{ 1: 1 }, { 1: 0 }, { 1: 1 / 3 }]);
    const sessions = await terminal.json<Report>(['eval', 'retrieval', file, '--k', '1', '--level', 'session'], { open: false });
    assert.deepEqual(sessions.overall.recall, { 1: 1 / 2 });
    const { out } = await terminal.run(['eval', 'retrieval', file, '--k', '1', '--report', 'any,all'], { open: false });
    assert.ok(out.includes('any@1') && out.includes('all@1') && !out.includes('ev.R@1'));
    for (const wrong of [['--report', 'some'], ['--level', 'word'], ['--without', 'luck'], ['--ablate', '--without', 'time'], ['--k', '51']])
      assert.equal((await terminal.run(['eval', 'retrieval', file, ...wrong], { open: false })).code, 2, wrong.join(' '));
  });
});

test('EVAL-ABSTENTION: unanswerable questions are asked, and the curve ends in silence', async () => {
  await withSet(diary, async (terminal, file) => {
    const { overall } = await terminal.json<Report>(['eval', 'retrieval', file, '--abstention'], { open: false });
    assert.deepEqual([overall.queries, overall.abstention!.unanswerable, overall.abstention!.answerable], [2, 1, 2]);
    const curve = overall.abstention!.curve;
    assert.deepEqual([curve.length, curve[0]!.recall10Loss, curve.at(-1)!.withheld], [21, 0, 1]);
    const { out } = await terminal.run(['eval', 'retrieval', file, '--abstention'], { open: false });
    assert.match(out, /^product +\d/m);
  });
});

test('EVAL-ABLATION: each part is left out in turn, and a recall without its part differs from the whole one', async () => {
  await withSet(diary, async (terminal, file) => {
    const { datasets: [one], neverMissed } = await terminal.json<Ablation>(['eval', 'retrieval', file, '--ablate'], { open: false });
    assert.deepEqual(Object.keys(one!.without), ['words', 'vectors', 'graph', 'time', 'speaker', 'momentum', 'clues']);
    assert.equal(one!.queries, 2);
    for (const [part, { ndcg10, recall10 }] of Object.entries(one!.without)) assert.ok(neverMissed.includes(part) === (ndcg10 > -1e-9 && recall10 > -1e-9), part);
    // Without words, meaning, ties and time nothing is left to find by.
    const blind = await terminal.json<Report>(['eval', 'retrieval', file, '--without', 'words,vectors,graph,time'], { open: false });
    assert.deepEqual([blind.overall.queries, blind.overall.any['20']], [2, 0]);
  });
});

test('EVAL-SAVED: a person\'s own questions are measured on their own vault, which stays as it is, and no text comes out', async () => {
  const terminal = createTerminal();
  try {
    await terminal.make();
    const { id } = await terminal.json<{ id: string }>(['remember', 'The violin teacher is called Marguerite']);
    await terminal.json(['remember', 'The bakery closes on Mondays']);
    const gone = '01K00000000000000000000000';
    const file = join(terminal.dir, '..', 'questions.json');
    writeFileSync(file, JSON.stringify([
      { text: 'Who teaches the violin?', relevant: [id.toLowerCase()] },
      { id: 'lost', text: 'Where is the umbrella?', relevant: [gone], asked_at: '2025-03-01' },
      { text: 'Did I sell my boat to Hypatia?', relevant: [], category: 'adversarial' },
    ]));
    const before = await terminal.json<{ total: number; items: unknown[] }>(['list']);
    const { code, out, err } = await terminal.run(['--json', 'eval', 'saved', file, '--k', '1', '--abstention']);
    assert.equal(code, 0, err);
    const report = JSON.parse(out) as { missing: string[]; questions: { id: string; found: { memory: string; place: number | null }[] }[]; overall: Report['overall'] };
    assert.deepEqual(report.missing, [gone]);
    assert.deepEqual(report.questions.map((question) => [question.id, question.found]), [['q1', [{ memory: id, place: 1 }]], ['lost', [{ memory: gone, place: null }]]]);
    assert.deepEqual([report.overall.queries, report.overall.recall, report.overall.abstention!.unanswerable], [2, { 1: 0.5 }, 1]);
    const table = await terminal.run(['eval', 'saved', file]);
    assert.ok(table.out.includes(`missed  lost  ${gone}`));
    for (const text of ['Marguerite', 'violin', 'bakery', 'umbrella', 'Hypatia']) assert.ok(!`${out}${err}${table.out}${table.err}`.includes(text), text);
    assert.deepEqual(await terminal.json(['list']), before);
    writeFileSync(file, '[{"text":"x","relevant":[]}]');
    assert.equal((await terminal.run(['eval', 'saved', file])).code, 2);
    assert.equal((await terminal.run(['eval', 'saved', file], { open: false })).code, 2);
  } finally {
    await terminal.run(['lock'], { open: false });
    terminal.remove();
  }
});

async function withSet(content: object, work: (terminal: Terminal, file: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'engram-sets-'));
  const terminal = createTerminal();
  try {
    const file = join(folder, 'set.json');
    writeFileSync(file, JSON.stringify(content));
    await work(terminal, file);
  } finally {
    terminal.remove();
    rmSync(folder, { recursive: true });
  }
}

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createTerminal } from './terminal.ts';

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
  overall: { queries: number; recall: Record<string, number>; ndcg10: number; mrr: number; latencyMs: { p50: number; p95: number } };
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

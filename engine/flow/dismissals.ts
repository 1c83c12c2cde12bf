import { z } from 'zod';
import type { MemoryId } from '../../contract/index.ts';
import { actorOf, assertMayWrite, scopedTo, type Caller } from '../../security/access/index.ts';
import type { Analysis } from '../cortex/index.ts';
import { openEmbedder, type EmbeddingModel } from '../providers/index.ts';
import { rowScope } from '../vault/index.ts';
import { DISMISSED_WITHIN_MS, isNear } from './dismissed.ts';
import type { Mind } from './mind.ts';
import { rowFor } from './curate.ts';
import { understand } from './recall-round.ts';
import { unchanged } from './unchanged.ts';

/**
 * "Not relevant here" (§7): said of a memory and a question, it keeps that memory out of the answers to questions
 * like that one, for whoever said it and nobody else. Questions are compared by the built-in model, whichever model
 * finds memories, so that nothing has to be computed anew when that changes (docs/decisions/negative-recall.md).
 */

/** What is sealed of a question. */
const Asked = z.object({ text: z.string(), speakers: z.array(z.string()) });
type Asked = z.infer<typeof Asked>;

/** A client is never taken for the person, whatever it is called. */
const sayerOf = (caller: Caller): string => (caller.kind === 'person' ? 'person' : `client ${caller.name}`);

const open = (mind: Mind, { id, cipher }: { id: string; cipher: Uint8Array }): Asked => Asked.parse(JSON.parse(Buffer.from(mind.vault.openDismissal(id, cipher)).toString('utf8')));

/** Throws NOT_FOUND, and ACCESS_DENIED for a caller that may not write. */
export async function dismiss(mind: Mind, caller: Caller, id: MemoryId, question: string): Promise<void> {
  assertMayWrite(caller);
  const row = await rowFor(mind, caller, id);
  const now = mind.clock.now();
  const { speakers } = await understand(mind, scopedTo({}, caller, caller.kind === 'person' ? rowScope(row) : undefined), question, now);
  const own = mind.newId<string>(now);
  const cipher = mind.vault.sealDismissal(own, Buffer.from(JSON.stringify({ text: question, speakers } satisfies Asked), 'utf8'));
  await mind.vault.write('dismissMemory', { id: own, memory: id, sayer: sayerOf(caller), actor: actorOf(caller), cipher, now });
  mind.emit({ type: 'memories', change: 'changed', ids: [id] });
}

/** The questions for which a caller called a memory not relevant and that still count, the newest first. */
export async function dismissals(mind: Mind, caller: Caller, id: MemoryId): Promise<{ query: string; at: number }[]> {
  const row = await rowFor(mind, caller, id);
  return (await said(mind, caller, [row.id])).map((one) => ({ query: open(mind, one).text, at: one.said_at }));
}

/** Takes it back, for one question or for all; how many were said. */
export async function undismiss(mind: Mind, caller: Caller, id: MemoryId, question: string | undefined): Promise<number> {
  assertMayWrite(caller);
  const row = await rowFor(mind, caller, id);
  const ids = (await said(mind, caller, [row.id])).filter((one) => question === undefined || open(mind, one).text === question).map((one) => one.id);
  const gone = ids.length === 0 ? 0 : await mind.vault.write('dropDismissals', { ids, memory: id, sayer: sayerOf(caller), actor: actorOf(caller), now: mind.clock.now() });
  if (gone > 0) mind.emit({ type: 'memories', change: 'changed', ids: [id] });
  return gone;
}

const said = (mind: Mind, caller: Caller, memories: readonly number[]) =>
  mind.vault.read('dismissalsOf', { memories, sayer: sayerOf(caller), since: mind.clock.now() - DISMISSED_WITHIN_MS });

/** Numbers of the memories that this caller called not relevant to a question like this. One that only points at earlier turns is like no other. */
export async function dismissedFor(mind: Mind, caller: Caller, question: string, analysis: Analysis, memories: readonly number[]): Promise<Set<number>> {
  if (analysis.carried !== null || memories.length === 0) return new Set();
  const sayer = sayerOf(caller);
  const ever = await unchanged(mind.vault, `dismissed by ${sayer}`, async () => new Set(await mind.vault.read('dismissedBy', { sayer })));
  const rows = memories.some((id) => ever.has(id)) ? await said(mind, caller, memories) : [];
  if (rows.length === 0) return new Set();
  const asked = rows.map((row) => ({ memory: row.memory, ...open(mind, row) }));
  const [own, ...others] = await (await comparing(mind)).embed([question, ...asked.map(({ text }) => text)], 'query');
  return new Set(asked.flatMap(({ memory, speakers }, i) => (isNear({ vector: own!, speakers: analysis.speakers }, { vector: others[i]!, speakers }) ? [memory] : [])));
}

/** Opened when it is first needed beside another one, and once for all vaults: it holds nothing of any. */
let beside: Promise<EmbeddingModel> | null = null;

/** The built-in model. */
async function comparing(mind: Mind): Promise<EmbeddingModel> {
  const { model } = mind.embedding();
  if (model.id === 'builtin') return model;
  beside ??= openEmbedder('builtin', { modelsDir: '', providers: [] });
  return beside.catch((error: unknown) => {
    beside = null;
    throw error;
  });
}

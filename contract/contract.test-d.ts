import { isDefinedError, safe } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { implement } from '@orpc/server';
import { contract, type ChatEvent, type Contract, type EngineEvent, type ErrorCode, type ErrorData, type Memory, type RecallResult, type Remembered } from './index.ts';

/** Compiled, never run: both sides infer inputs, outputs and errors from the contract alone. */

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
const proven = <_Claim extends true>(): void => {};
declare const client: ContractRouterClient<Contract>;
declare const id: Memory['id'];
declare function forMemory(memory: Memory['id']): Promise<void>;

export async function outputs(): Promise<void> {
  const remembered = await client.memories.remember({ text: 'a text', kind: 'semantic' });
  proven<Same<typeof remembered, Remembered>>();
  const recalled = await client.recall({ query: 'a question' });
  proven<Same<typeof recalled, RecallResult>>();
  for await (const event of await client.chat.send({ session: (await client.chat.open({})).id, text: 'hello' }))
    proven<Same<typeof event, ChatEvent>>();
  for await (const event of await client.events()) proven<Same<typeof event, EngineEvent>>();
}

export async function errors(): Promise<void> {
  const { error } = await safe(client.memories.get({ id }));
  if (!isDefinedError(error)) return;
  proven<Same<typeof error.code, ErrorCode>>();
  proven<Same<typeof error.data, ErrorData>>();
  // @ts-expect-error there is no such code
  if (error.code === 'WRONG_PASSWORD') return;
}

export async function refusals(): Promise<void> {
  // @ts-expect-error what comes out is branded: an id of a session is none of a memory
  await forMemory((await client.chat.open({})).id);
  // @ts-expect-error a memory needs its text
  await client.memories.remember({ kind: 'semantic' });
  // @ts-expect-error there is no such kind
  await client.memories.remember({ text: 'a', kind: 'dream' });
  // @ts-expect-error a memory has no such field
  await client.memories.remember({ text: 'a', importence: 0.5 });
  // @ts-expect-error a limit is a number
  await client.recall({ query: 'a', limit: '3' });
  // @ts-expect-error a trace may be absent
  void (await client.recall({ query: 'a' })).trace.candidates;
  // @ts-expect-error a message needs its session
  await client.chat.send({ text: 'hello' });
  // @ts-expect-error a number of minutes is a number
  await client.settings.set({ 'security.autoLockMinutes': 'ten' });
  // @ts-expect-error there is no such setting
  await client.settings.set({ 'recall.magic': 1 });
  // @ts-expect-error the vault cannot be asked for its keys
  await client.vault.keys();
}

/** The side that answers gets the parsed input and must give the whole output. */
export function answers(): void {
  const calls = implement(contract);
  calls.recall.handler(({ input, errors: failures }) => {
    proven<Same<typeof input.query, string>>();
    proven<Same<typeof input.limit, number | undefined>>();
    // @ts-expect-error a query has no such field
    void input.depth;
    throw failures.VAULT_LOCKED({ data: { ref: 'E1001', action: 'Unlock it.' } });
  });
  // @ts-expect-error a result has more than its items
  calls.recall.handler(() => ({ items: [] }));
  // @ts-expect-error an answer is a stream of events, not one of them
  calls.chat.send.handler(() => ({ type: 'delta', text: 'a' }));
}

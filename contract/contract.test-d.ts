import { isDefinedError, safe } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { ChatEvent, Contract, ErrorCode, ErrorData, Memory, RecallResult, Remembered } from './index.ts';

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
}

export async function errors(): Promise<void> {
  const { error } = await safe(client.memories.get({ id }));
  if (!isDefinedError(error)) return;
  proven<Same<typeof error.code, ErrorCode>>();
  proven<Same<typeof error.data, ErrorData>>();
}

export async function refusals(): Promise<void> {
  // @ts-expect-error what comes out is branded: an id of a session is none of a memory
  await forMemory((await client.chat.open({})).id);
  // @ts-expect-error a memory needs its text
  await client.memories.remember({ kind: 'semantic' });
  // @ts-expect-error there is no such kind
  await client.memories.remember({ text: 'a', kind: 'dream' });
  // @ts-expect-error there is no such setting
  await client.settings.set({ 'recall.magic': 1 });
  // @ts-expect-error the vault cannot be asked for its keys
  await client.vault.keys();
}

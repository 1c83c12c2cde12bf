import { useQuery } from '@tanstack/react-query';
import { atom, useAtomValue } from 'jotai';
import { useMemo } from 'react';
import type { MessageId, Session, SessionId } from '../../contract/index.ts';
import { client, engine, faultOf, queryClient } from '../bridge/index.ts';
import { toast } from '../ui/index.ts';
import { turnsAtom } from './live-turn.ts';

export const useSession = (id: SessionId) => useQuery(engine.chat.session.queryOptions({ input: { id } }));

export const useMessages = (id: SessionId) =>
  useQuery(engine.chat.messages.queryOptions({
    input: { id },
    // Another window may be writing; its deltas are not ours to follow.
    refetchInterval: (query) => (query.state.data?.at(-1)?.status === 'streaming' ? 1_000 : false),
  }));

export function useTurn(id: SessionId) {
  return useAtomValue(useMemo(() => atom((get) => get(turnsAtom)[id] ?? null), [id]));
}

type Change = Partial<Pick<Session, 'title' | 'scope' | 'readMemory' | 'saveMemory' | 'model' | 'draft'>> & { leaf?: MessageId };

/** Changes a session at once on the screen, and takes it back when the engine refuses. */
export async function changeSession(id: SessionId, change: Change): Promise<Session | null> {
  const key = engine.chat.session.queryKey({ input: { id } });
  const before = queryClient.getQueryData(key);
  queryClient.setQueryData(key, (known) => known && { ...known, ...change });
  try {
    const session = await client.chat.change({ id, ...change });
    // Only what is still shown is replaced: after a lock the cache stays empty.
    queryClient.setQueryData(key, (known) => known && session);
    queryClient.setQueryData(engine.chat.sessions.queryKey(), (all) => all?.map((other) => (other.id === id ? session : other)));
    // The engine has it now; a prompt built meanwhile may not.
    if (Object.keys(change).some((part) => part !== 'draft')) void queryClient.invalidateQueries({ queryKey: engine.chat.preview.key() });
    return session;
  } catch (error) {
    queryClient.setQueryData(key, (known) => known && before);
    const fault = faultOf(error);
    toast(fault.message, { detail: fault.action });
    return null;
  }
}

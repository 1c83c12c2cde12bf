import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { client, engine, faultOf, queryClient } from '../bridge/index.ts';
import { toast } from '../ui/index.ts';

/** Opens a chat to write in; one that was never used is taken again instead of leaving it behind. */
export function useOpenChat(): (offRecord?: boolean) => Promise<void> {
  const navigate = useNavigate();
  return useCallback(async (offRecord = false) => {
    try {
      const sessions = await queryClient.fetchQuery({ ...engine.chat.sessions.queryOptions(), staleTime: 0 });
      const settings = await queryClient.fetchQuery({ ...engine.settings.get.queryOptions(), staleTime: 0 });
      const unused = sessions.find((session) =>
        session.leaf === null && session.draft === '' && session.offRecord === offRecord && !session.scope.project
        && session.model === settings['chat.model']
        && (offRecord || (session.readMemory === settings['chat.readMemory'] && session.saveMemory === settings['chat.saveMemory'])));
      const session = unused ?? await client.chat.open(offRecord ? { offRecord: true } : {});
      if (unused === undefined) void queryClient.invalidateQueries({ queryKey: engine.chat.sessions.key() });
      await navigate({ to: '/chats/$session', params: { session: session.id } } as never);
    } catch (error) {
      const fault = faultOf(error);
      toast(fault.message, { detail: fault.action });
    }
  }, [navigate]);
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { SessionId } from '../../contract/index.ts';
import { engine } from '../bridge/index.ts';
import { useSettled } from '../ui/index.ts';

/** A preview is asked for this long after the last key, in milliseconds. */
export const settleMs = 300;

export interface Previewed {
  session: SessionId;
  text: string;
  /** Null asks for none: without a model nothing is sent. */
  model: string | null;
  /** Null is the model's own. */
  window: number | null;
}

/** The prompt as it would be sent. While a newer one is on its way the older stays; a call that nobody waits for any more is aborted. */
export function usePreview({ session, text, model, window }: Previewed) {
  const settled = useSettled(text, settleMs);
  const empty = text.trim() === '' || model === null;
  const input = { session, text: settled.trim() === '' ? '-' : settled, ...(model === null ? {} : { model }), ...(window === null ? {} : { window }) };
  const chat = useQuery({ ...engine.chat.session.queryOptions({ input: { id: session } }), select: ({ scope, readMemory, leaf }) => JSON.stringify([scope, readMemory, leaf]) });
  const ended = useQuery({ ...engine.chat.messages.queryOptions({ input: { id: session } }), select: (messages) => messages.findLast(({ status }) => status !== 'streaming')?.id });
  const preview = useQuery({
    ...engine.chat.preview.queryOptions({ input }),
    // Built anew when the chat changes, but not for each draft that is saved.
    queryKey: [...engine.chat.preview.queryKey({ input }), chat.data, ended.data],
    enabled: !empty && settled.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
    // What was typed on the way is not kept.
    gcTime: 0,
    retry: false,
  });
  return {
    /** Null while there is none, and where the last one failed. */
    data: empty || preview.error ? null : (preview.data ?? null),
    error: empty ? null : preview.error,
    /** What is shown is of an earlier moment. */
    stale: preview.isPlaceholderData || settled !== text,
    retry: () => void preview.refetch(),
  };
}

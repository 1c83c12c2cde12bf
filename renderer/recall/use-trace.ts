import { useQuery } from '@tanstack/react-query';
import { engine } from '../bridge/index.ts';
import type { Asked } from './asked.ts';

/** Asks the engine with an explanation, as a chat would: as many memories as the settings say. Asked anew whenever the settings of recall change. */
export function useTrace(asked: Asked | null) {
  const settings = useQuery(engine.settings.get.queryOptions());
  const chosen = Object.entries(settings.data ?? {}).filter(([key]) => key.startsWith('recall.'));
  const at = asked?.at ?? null;
  const input = {
    query: asked?.query ?? '-', explain: true, scope: asked?.scope ?? {},
    ...(at === null ? {} : { at }),
    ...(asked?.weak ? { weak: true } : {}),
    ...(settings.data ? { limit: settings.data['recall.limit'] } : {}),
  };
  const found = useQuery({
    ...engine.recall.queryOptions({ input }),
    queryKey: [...engine.recall.queryKey({ input }), JSON.stringify(chosen)],
    enabled: asked !== null && settings.data !== undefined,
    // What is shown here is measured, so it is always of now.
    staleTime: 0,
  });
  const error = settings.error ?? found.error;
  return { result: found.data, error, retry: () => void (settings.error ? settings.refetch() : found.refetch()) };
}

import { useNavigate, useSearch } from '@tanstack/react-router';
import { MemoryId, MessageId, SessionId } from '../../contract/index.ts';

/** What the panel on the right shows. It lives in the address, so Back, reload and unlock keep it. */
export type Inspected =
  | { what: 'memory'; id: MemoryId }
  | { what: 'sources'; session: SessionId; message: MessageId }
  | { what: 'context'; session: SessionId };

export function writeInspected(inspected: Inspected): string {
  switch (inspected.what) {
    case 'memory':
      return `memory.${inspected.id}`;
    case 'sources':
      return `sources.${inspected.session}.${inspected.message}`;
    case 'context':
      return `context.${inspected.session}`;
  }
}

export function readInspected(text: string | undefined): Inspected | null {
  const [what, first, second] = (text ?? '').split('.');
  if (what === 'memory') {
    const id = MemoryId.safeParse(first);
    return id.success ? { what, id: id.data } : null;
  }
  if (what === 'context') {
    const session = SessionId.safeParse(first);
    return session.success ? { what, session: session.data } : null;
  }
  if (what === 'sources') {
    const session = SessionId.safeParse(first);
    const message = MessageId.safeParse(second);
    return session.success && message.success ? { what, session: session.data, message: message.data } : null;
  }
  return null;
}

export function useInspector(): { inspected: Inspected | null; inspect: (next: Inspected | null) => void } {
  const search: { inspect?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  return {
    inspected: readInspected(search.inspect),
    inspect: (next) =>
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({ ...before, inspect: next === null ? undefined : writeInspected(next) }),
      } as never),
  };
}

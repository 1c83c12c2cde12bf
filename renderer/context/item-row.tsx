import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Message, SessionId } from '../../contract/index.ts';
import { engine } from '../bridge/index.ts';
import { KindGlyph, useInspector } from '../ui/index.ts';
import { useRecalled } from './recalled-words.ts';
import type { PartName } from './slices.ts';

interface ItemRowProps {
  session: SessionId;
  part: PartName;
  id: string;
  /** At the end of the line: its tokens, or how many more or fewer. */
  figure: ReactNode;
  /** Under the text. */
  note?: ReactNode;
}

/** One thing that wanted into the prompt, in its own words. */
export function ItemRow({ session, part, id, figure, note }: ItemRowProps) {
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-3 py-1">
      <div className="min-w-0">{part === 'recalled' ? <MemoryWords id={id} /> : part === 'history' ? <MessageWords session={session} id={id} /> : <span className="figures text-xs">{id}</span>}</div>
      <span className="figures pt-0.5 text-right text-xs text-muted">{figure}<span className="sr-only"> tokens</span></span>
      {note && <div className="col-span-2 text-xs text-muted">{note}</div>}
    </li>
  );
}

function MemoryWords({ id }: { id: string }) {
  const { inspect } = useInspector();
  const { memory, waiting } = useRecalled(id);
  if (waiting) return <span className="skeleton block h-5 w-3/4" />;
  if (memory === null) return <span className="figures text-xs text-muted">{id}</span>;
  return (
    <button type="button" onClick={() => inspect({ what: 'memory', id: memory.id })} className="flex w-full items-baseline gap-1.5 rounded-control text-left hover:text-accent">
      <KindGlyph kind={memory.kind} size={9} labelled />
      <span dir="auto" className="line-clamp-2 min-w-0 font-serif text-[0.9375rem] leading-5">{memory.keyFact || memory.text}</span>
    </button>
  );
}

const firstLine = (message: Message): string => message.text.trimStart().slice(0, 400);

function MessageWords({ session, id }: { session: SessionId; id: string }) {
  const messages = useQuery(engine.chat.messages.queryOptions({ input: { id: session } }));
  const message = messages.data?.find((other) => other.id === id);
  if (messages.isLoading) return <span className="skeleton block h-5 w-3/4" />;
  return message ? <span dir="auto" className="line-clamp-2">{firstLine(message)}</span> : <span className="figures text-xs text-muted">{id}</span>;
}

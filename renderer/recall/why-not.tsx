import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CircleHelp } from 'lucide-react';
import { useState } from 'react';
import { MemoryId, MemoryStatus } from '../../contract/index.ts';
import { engine, faultOf } from '../bridge/index.ts';
import { Button, ErrorNotice, KindGlyph, Popover, statusNames, TextField, useSettled } from '../ui/index.ts';

/** Picks any memory, found or not, to be told where it fell. */
export function WhyNot({ onPick }: { onPick: (id: MemoryId) => void }) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState('');
  const settled = useSettled(text.trim(), 200);
  const id = MemoryId.safeParse(text);
  const input = { filter: { text: settled, status: [...MemoryStatus.options] }, limit: 8 };
  const list = useQuery({ ...engine.memories.list.queryOptions({ input }), enabled: open && settled !== '' && !id.success, placeholderData: keepPreviousData });
  const choose = (picked: MemoryId) => {
    setOpen(false);
    setText('');
    onPick(picked);
  };
  const items = settled === '' ? [] : (list.data?.items ?? []);
  return (
    <Popover open={open} onOpenChange={setOpen} title="Why not this one?" className="w-96" trigger={<Button size="small" look="quiet" icon={CircleHelp}>Why not this one?</Button>}>
      <form onSubmit={(event) => { event.preventDefault(); const first = id.success ? id.data : items[0]?.id; if (first) choose(first); }}>
        <TextField label="Words of a memory, or its id" value={text} autoFocus onChange={(event) => setText(event.target.value)} help="It is followed through the columns, and you are told where it fell." />
      </form>
      {id.success && <Button className="mt-2 w-full" onClick={() => choose(id.data)}>Follow this id</Button>}
      {list.error && <ErrorNotice className="mt-2" fault={faultOf(list.error)} onRetry={() => void list.refetch()} />}
      {!id.success && settled !== '' && list.data && items.length === 0 && <p className="mt-2 text-muted">No memory has these words.</p>}
      {!id.success && items.length > 0 && (
        <ul aria-label="Memories with these words" className="mt-2 flex flex-col">
          {items.map((memory) => (
            <li key={memory.id}>
              <button type="button" onClick={() => choose(memory.id)} className="grid w-full grid-cols-[14px_1fr] gap-x-1.5 rounded-control px-1.5 py-1 text-left hover:bg-sunken">
                <span className="pt-0.5"><KindGlyph kind={memory.kind} size={9} labelled /></span>
                <span className="min-w-0"><span dir="auto" className="line-clamp-2 font-serif text-[0.9375rem] leading-5">{memory.keyFact || memory.text}</span>{memory.status !== 'active' && <span className="text-xs text-muted">{statusNames[memory.status]}</span>}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}

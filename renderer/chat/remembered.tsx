import { useState } from 'react';
import type { MemoryId, Remembered } from '../../contract/index.ts';
import { client, faultOf, queryClient, engine } from '../bridge/index.ts';
import { Button, counted, Popover, toast, useInspector } from '../ui/index.ts';

const outcomes = { stored: 'New', merged: 'Known already, now confirmed', superseded: 'Replaces an older one' };

/** What was kept from this exchange, with one press to take each back. */
export function RememberedNote({ items }: { items: readonly Remembered[] }) {
  if (items.length === 0) return null;
  return (
    <Popover
      title="Remembered from this"
      className="w-88"
      trigger={<button type="button" className="min-h-6 rounded-control px-1.5 text-xs text-accent hover:bg-tint">Remembered {counted(items.length, 'thing')}</button>}
    >
      <ul className="flex flex-col divide-y">
        {items.map((item) => <Item key={item.id} item={item} />)}
      </ul>
    </Popover>
  );
}

function Item({ item }: { item: Remembered }) {
  const { inspect } = useInspector();
  const [forgotten, setForgotten] = useState(false);
  const [busy, setBusy] = useState(false);

  async function turn(run: (input: { id: MemoryId }) => Promise<unknown>, now: boolean) {
    setBusy(true);
    try {
      await run({ id: item.id });
      setForgotten(now);
      void queryClient.invalidateQueries({ queryKey: engine.memories.key() });
    } catch (error) {
      const fault = faultOf(error);
      toast(fault.message, { detail: fault.action });
    } finally {
      setBusy(false);
    }
  }

  return (
    <li className="flex items-start gap-2 py-2 first:pt-0 last:pb-0">
      <button type="button" onClick={() => inspect({ what: 'memory', id: item.id })} className="min-w-0 flex-1 rounded-control text-left">
        <span className={`remembered block ${forgotten ? 'text-muted line-through' : ''}`}>{item.keyFact}</span>
        <span className="text-xs text-muted">{forgotten ? 'Forgotten' : outcomes[item.outcome]}</span>
      </button>
      {forgotten
        ? <Button size="small" busy={busy} onClick={() => void turn(client.memories.restore, false)}>Undo</Button>
        : <Button size="small" busy={busy} onClick={() => void turn(client.memories.forget, true)}>Forget</Button>}
    </li>
  );
}

import { useState } from 'react';
import type { Session } from '../../contract/index.ts';
import { client, faultOf, type Fault } from '../bridge/index.ts';
import { Button, Dialog, ErrorNotice, TextArea, toast } from '../ui/index.ts';

/** Keeps a text because a person said so; it can be shortened first. */
export function RememberDialog({ text, session, onClose }: { text: string; session: Session; onClose: () => void }) {
  const [value, setValue] = useState(text);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  async function save() {
    setBusy(true);
    setFault(null);
    try {
      const kept = await client.memories.remember({ text: value, scope: session.scope, session: session.id });
      toast(kept.outcome === 'merged' ? 'Known already, now confirmed' : 'Remembered', { undo: () => void client.memories.forget({ id: kept.id }) });
      onClose();
    } catch (error) {
      setFault(faultOf(error));
      setBusy(false);
    }
  }
  return (
    <Dialog open onClose={onClose} title="Remember this">
      <TextArea label="What to remember" help="One thing, in your words. Shorter is found better." rows={5} value={value} onChange={(event) => setValue(event.target.value)} className="remembered" />
      {fault && <ErrorNotice className="mt-3" fault={fault} />}
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" busy={busy} disabled={value.trim() === ''} onClick={() => void save()}>Remember</Button>
      </div>
    </Dialog>
  );
}

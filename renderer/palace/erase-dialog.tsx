import { useState } from 'react';
import type { MemoryDetail } from '../../contract/index.ts';
import { Button, Confirm, TextField } from '../ui/index.ts';
import { erase } from './actions.ts';

const word = 'erase';

/** For ever needs more than one press. */
export function EraseDialog({ memory, onClose, onErased }: { memory: MemoryDetail; onClose: () => void; onErased: () => void }) {
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const ready = typed.trim().toLowerCase() === word;
  async function run() {
    if (!ready) return;
    setBusy(true);
    if (await erase(memory.id)) {
      onClose();
      onErased();
    } else setBusy(false);
  }
  return (
    <Confirm
      open onClose={onClose} title="Erase this memory for ever?"
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button look="danger" disabled={!ready} busy={busy} onClick={() => void run()}>Erase for ever</Button>
        </>
      }
    >
      <p className="remembered line-clamp-4 border-l-2 pl-3 text-text">{memory.text}</p>
      <p>Text, versions, index entries, vectors and ties are removed, and what was derived from it. Backups on this computer are replaced by a new one within a minute; archives and exports you made still hold it.</p>
      <form onSubmit={(event) => { event.preventDefault(); void run(); }}>
        <TextField label={`Type ${word} to confirm`} value={typed} onChange={(event) => setTyped(event.target.value)} />
      </form>
    </Confirm>
  );
}

import { useState } from 'react';
import type { ErasureReport, PurgeTarget } from '../../contract/index.ts';
import { client, queryClient, useTask } from '../bridge/index.ts';
import { Button, Confirm, counted, ErrorNotice, TextField } from '../ui/index.ts';
import { targets, type TargetKind } from './purge-target.ts';

/** The name typed once more is the only thing that erases this much. */
export function PurgeDialog({ kind, name, target, sessions, counts, onClose, onErased }: {
  kind: TargetKind;
  name: string;
  target: PurgeTarget;
  sessions: boolean;
  counts: { memories: number; sessions: number };
  onClose: () => void;
  onErased: (report: ErasureReport) => void;
}) {
  const [typed, setTyped] = useState('');
  const task = useTask();
  const ready = typed.trim() === name;
  const erase = () => void task.run(async () => {
    const report = await client.memories.purge({ target, sessions, confirm: typed.trim() });
    void queryClient.invalidateQueries();
    onErased(report);
  });
  return (
    <Confirm
      open onClose={onClose} title={`Erase everything of ${targets[kind].says} ${name}?`}
      actions={<><Button onClick={onClose}>Keep it</Button><Button look="danger" disabled={!ready} busy={task.busy} onClick={erase}>Erase for ever</Button></>}
    >
      <p><span className="text-text">{counted(counts.memories, 'memory', 'memories')}{sessions && ` and ${counted(counts.sessions, 'conversation')}`}</span> will be gone. There is no undo, and no backup on this computer will still hold them.</p>
      <form onSubmit={(event) => { event.preventDefault(); if (ready) erase(); }} className="text-text">
        <TextField label={`Type ${name} to confirm`} value={typed} disabled={task.busy} onChange={(event) => setTyped(event.target.value)} />
      </form>
      {task.busy && <p role="status">Erasing, then searching the whole file for what they said.</p>}
      {task.fault && <ErrorNotice fault={task.fault} />}
    </Confirm>
  );
}

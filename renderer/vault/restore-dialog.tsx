import { useState } from 'react';
import type { Backup } from '../../contract/index.ts';
import { client, useTask } from '../bridge/index.ts';
import { Button, counted, Dialog, ErrorNotice, exactDate, TextField } from '../ui/index.ts';
import { ProofFields } from './proof-fields.tsx';
import { isWrong, useProof } from './proof.ts';
import { reopen } from './reopening.ts';

const ways = [
  { way: 'here', title: 'Here', text: 'The present file is set aside, never overwritten. What only it holds is merged into the backup.' },
  { way: 'into', title: 'Into a new folder', text: 'A whole second vault beside this one, under the same passphrase and kit. This one stays as it is.' },
] as const;

/** Brings a backup back, in one of two ways that lose nothing. */
export function RestoreDialog({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const [way, setWay] = useState<'here' | 'into'>('here');
  const [into, setInto] = useState('');
  const [made, setMade] = useState<string | null>(null);
  const proof = useProof();
  const task = useTask();
  const ready = proof.ready && (way === 'here' || into.trim() !== '');

  const restoreHere = () => reopen('Bringing back the backup', async () => {
    const { merged, path } = await client.vault.restore({ backup: backup.name, ...proof.given });
    return {
      title: `The backup of ${exactDate(backup.createdAt)} is back`,
      detail: `${merged === 0 ? 'The file before it held nothing more.' : `${counted(merged, 'memory', 'memories')} that only the file before it held ${merged === 1 ? 'was' : 'were'} merged in.`} That file is set aside at ${path}`,
    };
  });
  const restoreInto = async () => {
    const { path } = await client.vault.restore({ backup: backup.name, into: into.trim(), ...proof.given });
    setMade(path);
  };

  if (made !== null)
    return (
      <Dialog open onClose={onClose} title="A new vault was made">
        <p>It opens with the same passphrase and kit:</p>
        <p className="figures mt-2 rounded-panel border bg-surface p-3 text-xs break-all">engram --vault {/\s/.test(made) ? `"${made}"` : made} unlock</p>
        <div className="mt-4 flex justify-end"><Button look="primary" onClick={onClose}>Good</Button></div>
      </Dialog>
    );
  return (
    <Dialog open onClose={onClose} title={`Bring back the backup of ${exactDate(backup.createdAt)}`}>
      <form onSubmit={(event) => { event.preventDefault(); if (ready) void task.run(way === 'here' ? restoreHere : restoreInto); }} className="flex flex-col gap-5">
        <fieldset className="flex flex-col gap-2">
          <legend className="sr-only">Where to</legend>
          {ways.map((option) => (
            <label key={option.way} className={`flex cursor-pointer gap-3 rounded-panel border p-3 ${way === option.way ? 'border-accent bg-tint' : 'border-edge bg-raised'}`}>
              <input type="radio" name="restore-way" className="mt-0.5 size-4 shrink-0 accent-accent" checked={way === option.way} disabled={task.busy} onChange={() => setWay(option.way)} />
              <span><span className="block font-medium">{option.title}</span><span className="block text-muted">{option.text}</span></span>
            </label>
          ))}
        </fieldset>
        {way === 'into' && (
          <TextField
            label="Folder for the new vault" required className="figures" value={into} disabled={task.busy} onChange={(event) => setInto(event.target.value)} placeholder="/home/me/engram-restored"
            help="The full path on the computer that runs Engram. It must hold no vault yet." error={task.fault?.code === 'CONFLICT' ? 'There is a vault in that folder already.' : undefined}
          />
        )}
        <ProofFields proof={proof} wrong={isWrong(task.fault)} disabled={task.busy} />
        {task.fault && !isWrong(task.fault) && !(way === 'into' && task.fault.code === 'CONFLICT') && <ErrorNotice fault={task.fault} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" busy={task.busy} disabled={!ready}>Bring it back</Button>
        </div>
      </form>
    </Dialog>
  );
}

import { useState } from 'react';
import type { RecoveryKit } from '../../contract/index.ts';
import { client, useTask } from '../bridge/index.ts';
import { Button, Confirm, Dialog, ErrorNotice, toast } from '../ui/index.ts';
import { KitCheck } from './kit-check.tsx';
import { KitWords } from './kit-words.tsx';
import { ProofFields } from './proof-fields.tsx';
import { isWrong, useProof } from './proof.ts';

/** Makes a fresh kit, shows it once, and lets go only of who really saved it. */
export function NewKit({ onClose }: { onClose: () => void }) {
  const proof = useProof();
  const task = useTask();
  const [kit, setKit] = useState<RecoveryKit | null>(null);
  const [checking, setChecking] = useState(false);

  if (kit === null)
    return (
      <Dialog open onClose={onClose} title="Make a new recovery kit">
        <form onSubmit={(event) => { event.preventDefault(); if (proof.ready) void task.run(async () => setKit(await client.vault.newKit(proof.given))); }} className="flex flex-col gap-5">
          <p className="text-muted">From that moment on the old kit opens nothing any more, neither this vault nor the backups beside it. Have paper or a password manager ready: the new words are shown once.</p>
          <ProofFields proof={proof} wrong={isWrong(task.fault)} disabled={task.busy} autoFocus />
          {task.fault && !isWrong(task.fault) && <ErrorNotice fault={task.fault} />}
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>Keep the old one</Button>
            <Button look="primary" type="submit" busy={task.busy} disabled={!proof.ready}>Make a new kit</Button>
          </div>
        </form>
      </Dialog>
    );
  return (
    <Confirm
      open onClose={() => {}} wide title={checking ? 'Two words from your kit' : 'Your new recovery kit'}
      actions={checking ? null : <Button look="primary" onClick={() => setChecking(true)}>I have saved them</Button>}
    >
      {checking ? (
        <>
          <p>Type them from what you saved, so that we both know it works.</p>
          <KitCheck kit={kit} onBack={() => setChecking(false)} onDone={() => { toast('The new kit counts', { detail: 'Destroy the old one.' }); onClose(); }} />
        </>
      ) : (
        <>
          <p>These 24 words open the vault without the passphrase. They are shown once and stored nowhere. Keep them away from this computer. The old kit is worthless now.</p>
          <div><KitWords kit={kit} /></div>
        </>
      )}
    </Confirm>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client, engine, useTask } from '../bridge/index.ts';
import { Button, Confirm, counted, ErrorNotice, TextField } from '../ui/index.ts';
import { ProofFields } from './proof-fields.tsx';
import { isWrong, useProof } from './proof.ts';
import { reopen } from './reopening.ts';

const word = 'change the key';

/** Writes the vault under a new key. What was copied before cannot be read any more, so it takes more than a press. */
export function RotateKey({ onClose }: { onClose: () => void }) {
  const backups = useQuery(engine.vault.backups.queryOptions()).data?.length;
  const proof = useProof();
  const [typed, setTyped] = useState('');
  const task = useTask();
  const ready = proof.ready && typed.trim().toLowerCase() === word;
  const rotate = () => void task.run(() => reopen('Changing the key', async () => {
    const { keyVersion, backupsRemoved } = await client.vault.rotateKey(proof.given);
    return {
      title: `The vault has a new key, number ${keyVersion}`,
      detail: `${backupsRemoved === 0 ? 'There was no older backup.' : `${counted(backupsRemoved, 'backup')} under the old key ${backupsRemoved === 1 ? 'is' : 'are'} gone.`} Older copies elsewhere cannot be read any more. Make a new backup now.`,
    };
  }));
  return (
    <Confirm
      open onClose={onClose} title="Change the key of the vault?"
      actions={<><Button onClick={onClose}>Keep the key</Button><Button look="danger" busy={task.busy} disabled={!ready} onClick={rotate}>Change the key</Button></>}
    >
      <p>The vault is closed, written anew under a fresh key and opened again. That takes a moment, and longer for a large vault.</p>
      <p className="text-text">Every older copy of the file becomes unreadable for ever: {backups === 0 ? 'also those' : `the ${backups === undefined ? 'backups' : counted(backups, 'backup')} here, and copies`} you keep elsewhere. Passphrase and kit stay the same.</p>
      <form onSubmit={(event) => { event.preventDefault(); if (ready) rotate(); }} className="flex flex-col gap-4 text-text">
        <ProofFields proof={proof} wrong={isWrong(task.fault)} disabled={task.busy} autoFocus />
        <TextField label={`Type “${word}” to confirm`} value={typed} disabled={task.busy} onChange={(event) => setTyped(event.target.value)} />
        <button type="submit" hidden />
      </form>
      {task.fault && !isWrong(task.fault) && <ErrorNotice fault={task.fault} />}
    </Confirm>
  );
}

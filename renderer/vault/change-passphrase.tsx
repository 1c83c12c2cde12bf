import { useState } from 'react';
import type { VaultStatus } from '../../contract/index.ts';
import { client, engine, queryClient, useTask } from '../bridge/index.ts';
import { Button, Dialog, ErrorNotice, toast, Toggle } from '../ui/index.ts';
import { ChoosePassphrase, useChosen } from './choose-passphrase.tsx';
import { ProofFields } from './proof-fields.tsx';
import { isWrong, useProof } from './proof.ts';

/** Another passphrase, proven by the present one or by the kit. The data stays as it is. */
export function ChangePassphrase({ protection, onClose }: { protection: VaultStatus['protection']; onClose: () => void }) {
  const proof = useProof();
  const chosen = useChosen();
  const [keychain, setKeychain] = useState(protection.keychain);
  const task = useTask();

  async function change() {
    chosen.ask();
    if (!chosen.ready || !proof.ready) return;
    const changed = await task.run(async () => {
      const status = await client.vault.changePassphrase({ ...proof.given, next: { passphrase: chosen.passphrase, ...(keychain && { keychain }) } });
      queryClient.setQueryData(engine.vault.status.queryKey(), status);
    });
    if (!changed) return;
    toast('The passphrase is changed', { detail: 'It counts from the next unlocking on. The recovery kit stays the same.' });
    onClose();
  }

  return (
    <Dialog open onClose={onClose} title={protection.passphrase ? 'Change the passphrase' : 'Set a passphrase'}>
      <form onSubmit={(event) => { event.preventDefault(); void change(); }} className="flex flex-col gap-5">
        <ProofFields proof={proof} wrong={isWrong(task.fault)} disabled={task.busy} autoFocus label="Present passphrase" />
        <ChoosePassphrase chosen={chosen} label="New passphrase" disabled={task.busy} />
        <Toggle
          label="Needs this computer's keychain too" checked={keychain} onChange={setKeychain} disabled={task.busy}
          help="Then a stolen copy of the file cannot be opened elsewhere, not even with the passphrase. The recovery kit still opens it."
        />
        <p className="text-xs text-muted">Backups made before open with the new passphrase, too, as long as they stay beside this vault. A copy of the whole folder made before keeps the old one.</p>
        {task.fault && !isWrong(task.fault) && <ErrorNotice fault={task.fault} />}
        <div className="flex items-center justify-end gap-2">
          {task.busy && <span role="status" className="mr-auto text-muted">Hardening the key takes a second or two.</span>}
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" busy={task.busy} disabled={!proof.ready}>Change it</Button>
        </div>
      </form>
    </Dialog>
  );
}

import { useState } from 'react';
import { useTask } from '../bridge/index.ts';
import { Button, ErrorNotice, PassphraseField } from '../ui/index.ts';

/** Asks for the passphrase of an archive; a wrong one is told in its own words. It may stand inside another form. */
export function ArchiveQuestion({ button, onGiven, onCancel, autoFocus = false }: {
  button: string;
  /** Throws when it did not work; WRONG_PASSPHRASE is shown at the field. */
  onGiven: (passphrase: string) => Promise<void>;
  onCancel?: () => void;
  autoFocus?: boolean;
}) {
  const [passphrase, setPassphrase] = useState('');
  const task = useTask();
  const wrong = task.fault?.code === 'WRONG_PASSPHRASE';
  const give = () => {
    if (passphrase.trim() !== '') void task.run(() => onGiven(passphrase.trim()));
  };
  return (
    <div
      className="flex flex-col gap-3"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        give();
      }}
    >
      <PassphraseField label="Passphrase of the archive" autoComplete="current-password" value={passphrase} onChange={setPassphrase} disabled={task.busy} autoFocus={autoFocus} error={wrong ? 'That does not open this archive.' : undefined} />
      {task.fault && !wrong && <ErrorNotice fault={task.fault} />}
      <div className="flex items-center gap-2">
        <Button look="primary" busy={task.busy} disabled={passphrase.trim() === ''} onClick={give}>{button}</Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        {task.busy && <span role="status" className="text-muted">Opening it takes a second or two.</span>}
      </div>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Archive, Check, CircleAlert, LockKeyhole, Stethoscope, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { DoctorCheck } from '../../contract/index.ts';
import { client, engine, faultOf, lockVault, queryClient, type Fault } from '../bridge/index.ts';
import { ago, bytes, Button, counted, ErrorNotice } from '../ui/index.ts';

type Backup = Awaited<ReturnType<typeof client.vault.backup>>;

/** Lock now, back up, and let the vault examine itself. */
export function SecurityPanel({ disabled }: { disabled: boolean }) {
  const status = useQuery(engine.vault.status.queryOptions()).data;
  const [busy, setBusy] = useState<'backup' | 'doctor' | null>(null);
  const [backup, setBackup] = useState<Backup | null>(null);
  const [checks, setChecks] = useState<DoctorCheck[] | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);

  async function run<T>(what: 'backup' | 'doctor', call: () => Promise<T>, keep: (result: T) => void) {
    setBusy(what);
    setFault(null);
    try {
      keep(await call());
      void queryClient.invalidateQueries({ queryKey: engine.vault.key() });
    } catch (error) {
      setFault(faultOf(error));
    } finally {
      setBusy(null);
    }
  }

  return (
    <>
      <section aria-labelledby="vault-title" className="flex flex-col gap-4 py-4">
        <h2 id="vault-title" className="font-medium">The vault</h2>
        <dl className="grid grid-cols-[140px_1fr] gap-y-1">
          <dt className="text-muted">Opens with</dt>
          <dd>{[status?.protection.passphrase && 'passphrase', status?.protection.keychain && 'system keychain', 'recovery kit'].filter(Boolean).join(', ')}</dd>
          <dt className="text-muted">Encryption</dt>
          <dd>The whole file with SQLCipher 4; sensitive texts once more, each on its own.</dd>
          <dt className="text-muted">Last backup</dt>
          <dd>{status?.lastBackupAt ? ago(status.lastBackupAt) : 'never'}</dd>
          <dt className="text-muted">Version</dt>
          <dd className="figures text-xs leading-5">{status?.version}</dd>
        </dl>
        <div className="flex flex-wrap gap-2">
          <Button icon={LockKeyhole} onClick={() => void lockVault()}>Lock now</Button>
          <Button icon={Archive} busy={busy === 'backup'} disabled={disabled} onClick={() => void run('backup', () => client.vault.backup(), setBackup)}>Back up now</Button>
          <Button icon={Stethoscope} busy={busy === 'doctor'} onClick={() => void run('doctor', () => client.vault.doctor(), setChecks)}>Run the doctor</Button>
        </div>
        {fault && <ErrorNotice fault={fault} />}
        {backup && (
          <div role="status" className="rounded-panel border p-4">
            <p className="font-medium">Backup written and checked: {counted(backup.memories, 'memory', 'memories')}, {bytes(backup.bytes)}.</p>
            <p className="figures mt-1 text-xs break-all text-muted">{backup.path}</p>
            <p className="figures text-xs break-all text-muted">sha256 {backup.sha256}</p>
          </div>
        )}
        {checks && (
          <ul aria-label="Findings" className="flex flex-col divide-y rounded-panel border">
            {checks.map((check) => <Finding key={check.name} check={check} />)}
          </ul>
        )}
      </section>
    </>
  );
}

function Finding({ check }: { check: DoctorCheck }) {
  const look = {
    ok: { Icon: Check, tone: 'text-accent', word: 'Good' },
    warning: { Icon: TriangleAlert, tone: 'text-warn', word: 'Look at this' },
    failed: { Icon: CircleAlert, tone: 'text-danger', word: 'Failed' },
    skipped: { Icon: Check, tone: 'text-muted', word: 'Not checked' },
  }[check.state];
  return (
    <li className="flex gap-3 px-4 py-2.5">
      <look.Icon aria-label={look.word} size={16} strokeWidth={1.5} className={`mt-0.5 shrink-0 ${look.tone}`} />
      <div className="min-w-0">
        <p className="font-medium">{check.name}</p>
        <p className="text-muted">{check.detail}</p>
        {check.action && <p>{check.action}</p>}
      </div>
    </li>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Archive } from 'lucide-react';
import { useState } from 'react';
import type { Backup } from '../../contract/index.ts';
import { client, engine, faultOf, queryClient, useTask } from '../bridge/index.ts';
import { ago, bytes, Button, counted, Empty, ErrorNotice, exactDate, Loading } from '../ui/index.ts';
import { RestoreDialog } from './restore-dialog.tsx';

type Made = Awaited<ReturnType<typeof client.vault.backup>>;

const reasons: Record<Backup['reason'], string> = {
  asked: 'you asked for it', daily: 'made daily', migration: 'before an update of the vault', purge: 'after erasing', rotation: 'after a change of the key',
};

/** The copies of this vault: make one, look at them, bring one back. */
export function BackupsSection({ disabled }: { disabled: boolean }) {
  const list = useQuery({ ...engine.vault.backups.queryOptions(), staleTime: 0 });
  const [made, setMade] = useState<Made | null>(null);
  const [restoring, setRestoring] = useState<Backup | null>(null);
  const task = useTask();
  const make = () => void task.run(async () => {
    setMade(await client.vault.backup());
    void queryClient.invalidateQueries({ queryKey: engine.vault.key() });
  });
  return (
    <div className="flex flex-col gap-5 py-2">
      <div className="flex flex-wrap items-center gap-3">
        <Button look="primary" icon={Archive} busy={task.busy} disabled={disabled} onClick={make}>Back up now</Button>
        <p className="text-muted">One is made every day. The newest ones are kept; erasing replaces them all.</p>
      </div>
      {task.fault && <ErrorNotice fault={task.fault} />}
      {made && (
        <div role="status" className="rounded-panel border border-accent bg-tint p-4">
          <p className="font-medium">Backup written and checked: {counted(made.memories, 'memory', 'memories')}, {bytes(made.bytes)}.</p>
          <p className="figures mt-1 text-xs break-all text-muted">{made.path}</p>
          <p className="figures text-xs break-all text-muted">sha256 {made.sha256}</p>
        </div>
      )}
      {list.error && !list.data && <ErrorNotice fault={faultOf(list.error)} onRetry={() => void list.refetch()} />}
      {list.isPending && <Loading rows={3} label="Loading backups" />}
      {list.data?.length === 0 && <Empty className="rounded-panel border py-10" title="No backup yet">Make one now. It is encrypted like the vault, and opens with the same passphrase and kit.</Empty>}
      {list.data !== undefined && list.data.length > 0 && (
        <ul aria-label="Backups" className="divide-y rounded-panel border">
          {list.data.toSorted((a, b) => b.createdAt - a.createdAt).map((backup) => (
            <li key={backup.name} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3">
              <div className="min-w-0 flex-1">
                <p className="font-medium">{exactDate(backup.createdAt)} <span className="font-normal text-muted">{ago(backup.createdAt)}</span></p>
                <p className="text-muted"><span className="figures text-xs">{bytes(backup.bytes)}</span> · {reasons[backup.reason]}</p>
              </div>
              <Button size="small" aria-label={`Bring back the backup of ${exactDate(backup.createdAt)}`} onClick={() => setRestoring(backup)}>Bring back…</Button>
            </li>
          ))}
        </ul>
      )}
      <p className="max-w-[64ch] text-xs text-muted">A backup needs the key file beside the vault and the passphrase or kit. To move to another computer, make an encrypted archive under Import and export instead; it needs nothing but its own passphrase.</p>
      {restoring && <RestoreDialog backup={restoring} onClose={() => setRestoring(null)} />}
    </div>
  );
}

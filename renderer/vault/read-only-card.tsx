import { useNavigate } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { VaultStatus } from '../../contract/index.ts';
import { client, engine, queryClient, useTask } from '../bridge/index.ts';
import { Button, ErrorNotice } from '../ui/index.ts';
import { AcceptQuestion } from './accept-question.tsx';
import { ProofFields } from './proof-fields.tsx';
import { isWrong, useProof } from './proof.ts';
import { reopen } from './reopening.ts';

/** Why nothing can be written, and what the person can do about it. */
export function ReadOnlyCard({ why }: { why: NonNullable<VaultStatus['readOnly']> }) {
  const navigate = useNavigate();
  const [accepting, setAccepting] = useState(false);
  const old = why === 'rolled_back';
  return (
    <section aria-labelledby="read-only" className="my-3 flex gap-3 rounded-panel border border-warn bg-surface p-4">
      <TriangleAlert aria-hidden size={18} strokeWidth={1.5} className="mt-0.5 shrink-0 text-warn" />
      <div className="flex min-w-0 flex-col gap-2">
        <h2 id="read-only" className="text-base font-medium">{old ? 'This file is older than the last one seen here' : 'The disk is full'}</h2>
        {old ? (
          <>
            <p className="max-w-[62ch] text-muted">Somebody or something put an earlier state of the vault in its place: a copy you brought back yourself, a synchronised folder, or a stranger who wants something undone, such as a revoked access or an erased memory. So that nothing gets worse, it is open for reading only.</p>
            <p className="max-w-[62ch] text-muted">If you brought it back on purpose, take it as it is. If not, look at Access first, or bring back a newer backup.</p>
            <div className="mt-1 flex flex-wrap gap-2">
              <Button onClick={() => setAccepting(true)}>Take this file as it is</Button>
              <Button onClick={() => void navigate({ to: '/vault/$section', params: { section: 'backups' } } as never)}>Bring back a backup</Button>
            </div>
          </>
        ) : (
          <>
            <p className="max-w-[62ch] text-muted">Nothing more can be written until there is room. Nothing that was saved is lost. Remove something else from this disk, then look again.</p>
            <div><Button onClick={() => void queryClient.invalidateQueries({ queryKey: engine.vault.key() })}>Look again</Button></div>
          </>
        )}
      </div>
      {accepting && <AcceptFile onClose={() => setAccepting(false)} />}
    </section>
  );
}

function AcceptFile({ onClose }: { onClose: () => void }) {
  const proof = useProof();
  const task = useTask();
  const accept = () => void task.run(() => reopen('Taking this file as it is', async () => {
    await client.vault.acceptFile(proof.given);
    return { title: 'This file counts from now on', detail: 'The vault can be written again. Look at Access and Audit trail: what was done after this state of the file is not in it.' };
  }));
  return (
    <AcceptQuestion onClose={onClose} onAccept={accept} ready={proof.ready} busy={task.busy}>
      <form onSubmit={(event) => { event.preventDefault(); if (proof.ready) accept(); }}>
        <ProofFields proof={proof} wrong={isWrong(task.fault)} disabled={task.busy} autoFocus />
      </form>
      {task.fault && !isWrong(task.fault) && <ErrorNotice fault={task.fault} />}
    </AcceptQuestion>
  );
}

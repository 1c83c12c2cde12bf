import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Identity } from '../../contract/index.ts';
import { engine, faultOf } from '../bridge/index.ts';
import { Button, Empty, ErrorNotice, Loading } from '../ui/index.ts';
import { ChangeRights } from './change-rights.tsx';
import { GrantDialog } from './grant-dialog.tsx';
import { IdentityRow } from './identity-row.tsx';
import { RevokeDialog } from './revoke-dialog.tsx';

type Open = { dialog: 'grant' } | { dialog: 'change' | 'revoke'; identity: Identity };

/** Who besides the person may use the vault, with which rights, and how to end that. */
export function AccessSection({ disabled }: { disabled: boolean }) {
  const list = useQuery({ ...engine.access.list.queryOptions(), staleTime: 0, refetchInterval: 15_000 });
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const sorted = (list.data ?? []).toSorted((a, b) => Number(a.revokedAt !== null) - Number(b.revokedAt !== null) || (b.lastSeenAt ?? b.createdAt) - (a.lastSeenAt ?? a.createdAt));
  const groups = [
    { title: 'May come in', rows: sorted.filter(({ revokedAt }) => revokedAt === null) },
    { title: 'Revoked', rows: sorted.filter(({ revokedAt }) => revokedAt !== null) },
  ];
  return (
    <div className="flex flex-col gap-6 py-2">
      <div><Button look="primary" icon={Plus} disabled={disabled} onClick={() => setOpen({ dialog: 'grant' })}>Give access</Button></div>
      {list.error && !list.data && <ErrorNotice fault={faultOf(list.error)} onRetry={() => void list.refetch()} />}
      {list.isPending && <Loading rows={4} label="Loading who has access" />}
      {list.data?.length === 0 && <Empty className="rounded-panel border py-10" title="Nobody but you">A program on this computer that names itself appears here with its first call. Others need a token, which you give them here.</Empty>}
      {groups.map(({ title, rows }) => rows.length > 0 && (
        <section key={title} aria-label={title}>
          <h2 className="mb-2 font-medium">{title}</h2>
          <ul className="divide-y rounded-panel border">
            {rows.map((identity) => (
              <IdentityRow key={identity.id} identity={identity} disabled={disabled} onChange={() => setOpen({ dialog: 'change', identity })} onRevoke={() => setOpen({ dialog: 'revoke', identity })} />
            ))}
          </ul>
        </section>
      ))}
      {open?.dialog === 'grant' && <GrantDialog onClose={close} />}
      {open?.dialog === 'change' && <ChangeRights identity={open.identity} onClose={close} />}
      {open?.dialog === 'revoke' && <RevokeDialog identity={open.identity} onClose={close} />}
    </div>
  );
}

import { Bot, Hash, Plug, Webhook } from 'lucide-react';
import type { Identity } from '../../contract/index.ts';
import { ago, Button, Progress, scopeName } from '../ui/index.ts';
import { kindNames } from './rights.ts';

const icons = { agent: Bot, client: Plug, webhook: Webhook, channel: Hash };

/** One of those who may come in: what it may, how much of its day is used, and when it was here. */
export function IdentityRow({ identity, disabled, onChange, onRevoke }: { identity: Identity; disabled: boolean; onChange: () => void; onRevoke: () => void }) {
  const { name, kind, scope, canWrite, rowsToday, rowsPerDay, hasToken, lastSeenAt, revokedAt, createdAt } = identity;
  const Icon = icons[kind];
  const gone = revokedAt !== null;
  return (
    <li className="flex flex-col gap-2 px-4 py-3">
      <div className="flex flex-wrap items-start gap-3 sm:flex-nowrap">
        <Icon aria-hidden size={16} strokeWidth={1.5} className="mt-0.5 shrink-0 text-muted" />
        <h3 className={`min-w-0 flex-1 basis-[calc(100%-28px)] font-medium sm:basis-0 wrap-anywhere ${gone ? 'text-muted line-through decoration-line' : ''}`}>{name}</h3>
        {!gone && (
          <span className="flex shrink-0 gap-1.5 pl-7 sm:pl-0">
            <Button size="small" disabled={disabled} aria-label={`Change rights of ${name}`} onClick={onChange}>Change rights</Button>
            <Button size="small" look="quiet" disabled={disabled} aria-label={`Revoke ${name}`} onClick={onRevoke}>Revoke</Button>
          </span>
        )}
      </div>
      <p className="pl-7 text-muted">
        {kindNames[kind]} · {canWrite ? 'reads and writes' : 'reads only'} · {Object.keys(scope).length === 0 ? 'what is in no project' : scopeName(scope)}{!gone && ` · ${hasToken ? 'with a token' : 'a program on this computer'}`}
      </p>
      {gone
        ? <p className="pl-7 text-xs text-muted">Revoked {ago(revokedAt)}. What it wrote stays, with its name.</p>
        : (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1 pl-7 text-xs text-muted">
            <span className="flex items-center gap-2">
              <Progress className="w-24" label={`Memories ${name} has read today`} value={Math.min(1, rowsToday / rowsPerDay)} />
              <span><span className="figures">{rowsToday.toLocaleString()}</span> of <span className="figures">{rowsPerDay.toLocaleString()}</span> memories today</span>
            </span>
            <span>{lastSeenAt === null ? `Never here; given ${ago(createdAt)}` : `Last here ${ago(lastSeenAt)}`}</span>
          </div>
        )}
    </li>
  );
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { ErasureReport } from '../../contract/index.ts';
import { engine, faultOf } from '../bridge/index.ts';
import { Button, counted, ErrorNotice, SelectField, TextField, Toggle, useSettled } from '../ui/index.ts';
import { ErasureReportCard } from './erasure-report.tsx';
import { PurgeDialog } from './purge-dialog.tsx';
import { targetOf, targets, type TargetKind } from './purge-target.ts';

const kinds = Object.keys(targets) as TargetKind[];

/** Everything of one user, agent, project, channel or source: counted first, then erased on a typed name. */
export function EraseSection({ disabled }: { disabled: boolean }) {
  const id = useId();
  const [kind, setKind] = useState<TargetKind>('project');
  const [name, setName] = useState('');
  const [channel, setChannel] = useState('');
  const [sessions, setSessions] = useState(false);
  const [asking, setAsking] = useState(false);
  const [report, setReport] = useState<{ name: string; report: ErasureReport } | null>(null);
  const target = targetOf(kind, useSettled(name.trim(), 300), useSettled(channel.trim(), 300));
  const withSessions = sessions && targets[kind].sessions;
  const preview = useQuery({
    ...engine.memories.purgePreview.queryOptions({ input: { target: target!, sessions: withSessions } }),
    enabled: target !== null, staleTime: 0, placeholderData: keepPreviousData,
  });
  const chats = useQuery(engine.chat.sessions.queryOptions()).data ?? [];
  const identities = useQuery(engine.access.list.queryOptions()).data ?? [];
  const scopes = [...chats, ...identities].map(({ scope }) => scope);
  const known = [...new Set(kind === 'source' ? identities.map((identity) => identity.name) : kind === 'speaker' ? [] : scopes.flatMap((scope) => scope[kind] ?? []))];
  const found = target === null || preview.isPlaceholderData ? undefined : preview.data;
  const nothing = found !== undefined && found.memories === 0 && found.sessions === 0;

  return (
    <div className="flex flex-col gap-5 py-2">
      <div className="grid items-start gap-4 sm:grid-cols-[220px_1fr]">
        <SelectField label="Everything of a" value={kind} disabled={disabled} onChange={(event) => { setKind(kinds.find((one) => one === event.target.value)!); setReport(null); }}>
          {kinds.map((one) => <option key={one} value={one}>{targets[one].label}</option>)}
        </SelectField>
        <div className="flex flex-col gap-4">
          {kind === 'channelUser' && <TextField label="Channel" maxLength={200} value={channel} disabled={disabled} onChange={(event) => setChannel(event.target.value)} />}
          <TextField label="Name" maxLength={200} list={`${id}-known`} value={name} disabled={disabled} onChange={(event) => { setName(event.target.value); setReport(null); }} help="Exactly as it is written where it belongs." />
          <datalist id={`${id}-known`}>{known.map((one) => <option key={one} value={one} />)}</datalist>
        </div>
      </div>
      {targets[kind].sessions && <Toggle label="The conversations there, too" help="Off: chats stay, and lose only the words that repeat an erased memory." checked={sessions} disabled={disabled} onChange={setSessions} />}
      <div role="status" className="min-h-6">
        {preview.error && target !== null && <ErrorNotice fault={faultOf(preview.error)} onRetry={() => void preview.refetch()} />}
        {found && (nothing
          ? <p>There is nothing under this name.</p>
          : <p><span className="font-medium">{counted(found.memories, 'memory', 'memories')}</span>{withSessions && <> and <span className="font-medium">{counted(found.sessions, 'conversation')}</span></>} would be erased, with all versions, vectors, ties and what was derived from them{found.backups > 0 && `; ${counted(found.backups, 'backup')} here would be replaced by a new one`}.</p>)}
      </div>
      <div><Button look="danger" disabled={disabled || found === undefined || nothing} onClick={() => setAsking(true)}>Erase…</Button></div>
      {asking && target !== null && found && (
        <PurgeDialog
          kind={kind} name={name.trim()} target={target} sessions={withSessions} counts={found} onClose={() => setAsking(false)}
          onErased={(answer) => { setAsking(false); setReport({ name: name.trim(), report: answer }); setName(''); }}
        />
      )}
      {report && <ErasureReportCard {...report} />}
      <p className="max-w-[64ch] text-xs text-muted">To erase one single memory, open it and press Erase now. What other programs copied, and archives or exports you made, are not in reach of Engram; older copies of the vault are, when you change its key.</p>
    </div>
  );
}

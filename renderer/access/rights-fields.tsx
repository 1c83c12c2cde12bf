import { TextField, Toggle } from '../ui/index.ts';
import { readRights, type Rights } from './rights.ts';

const parts = [
  { part: 'agent', label: 'Agent' }, { part: 'squad', label: 'Squad' }, { part: 'channel', label: 'Channel' }, { part: 'channelUser', label: 'User of the channel' },
] as const;

/** What somebody may do, see and how much of it. */
export function RightsFields({ rights, onChange, disabled }: { rights: Rights; onChange: (next: Rights) => void; disabled: boolean }) {
  const scope = (part: keyof Rights['scope'], value: string) => onChange({ ...rights, scope: { ...rights.scope, [part]: value } });
  const narrowed = parts.some(({ part }) => rights.scope[part] !== '');
  return (
    <div className="flex flex-col gap-4">
      <Toggle label="May write" help="Off: it can only ask. What it writes carries its name and starts with low trust." checked={rights.canWrite} disabled={disabled} onChange={(canWrite) => onChange({ ...rights, canWrite })} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Only project" placeholder="What is in no project" maxLength={200} value={rights.scope.project} disabled={disabled} onChange={(event) => scope('project', event.target.value)} help="It sees this project and what belongs to none." />
        <TextField
          label="Different memories a day" inputMode="numeric" className="figures" value={rights.rows} disabled={disabled} onChange={(event) => onChange({ ...rights, rows: event.target.value.trim() })}
          help="Then it is refused until the next day."
          error={readRights(rights) === null ? 'A whole number from 1 to 1,000,000.' : undefined}
        />
      </div>
      <details open={narrowed || undefined}>
        <summary className="min-h-6 text-muted">Narrow it further</summary>
        <div className="mt-2 grid gap-3 sm:grid-cols-2">
          {parts.map(({ part, label }) => <TextField key={part} label={label} maxLength={200} value={rights.scope[part]} disabled={disabled} onChange={(event) => scope(part, event.target.value)} />)}
        </div>
        {rights.scope.channelUser !== '' && rights.scope.channel === '' && <p className="mt-1 text-xs text-danger">A user of a channel needs the channel, too.</p>}
      </details>
    </div>
  );
}

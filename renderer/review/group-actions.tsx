import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { Button, Confirm, counted } from '../ui/index.ts';
import { approve, denyNow, type Which } from './decisions.ts';

/** One decision for many. Denying asks first, because it erases; approving asks when some of them look like commands. */
export function GroupActions({ what, which, count, flagged, disabled, className }: {
  /** What the group is, as in "Approve all of …". */
  what: string;
  which: Which;
  count: number;
  flagged: number;
  disabled: boolean;
  className?: string;
}) {
  const [asking, setAsking] = useState<'approve' | 'deny' | null>(null);
  const [busy, setBusy] = useState(false);
  async function run(decide: (which: Which) => Promise<void>) {
    setAsking(null);
    setBusy(true);
    await decide(which);
    setBusy(false);
  }
  const all = count === 1 ? '' : ` all ${count.toLocaleString()}`;
  const close = () => setAsking(null);
  return (
    <span className={`flex flex-wrap gap-1.5 ${className ?? ''}`}>
      <Button size="small" icon={Check} disabled={disabled} busy={busy} aria-label={`Approve${all} of ${what}`} onClick={() => (flagged > 0 ? setAsking('approve') : void run(approve))}>Approve{all}</Button>
      <Button size="small" icon={X} disabled={disabled || busy} aria-label={`Deny${all} of ${what}`} onClick={() => setAsking('deny')}>Deny{all}</Button>
      <Confirm
        open={asking === 'approve'} onClose={close} title={`Approve ${counted(count, 'memory', 'memories')}?`}
        actions={<><Button onClick={close}>Look again</Button><Button look="danger" onClick={() => void run(approve)}>Approve{all}</Button></>}
      >
        <p>{flagged === 1 ? 'One of them looks' : `${flagged.toLocaleString()} of them look`} like a command to a model. Once approved, a model may read {flagged === 1 ? 'it' : 'them'} as part of what is remembered.</p>
      </Confirm>
      <Confirm
        open={asking === 'deny'} onClose={close} title={`Erase ${counted(count, 'waiting memory', 'waiting memories')}?`}
        actions={<><Button onClick={close}>Keep waiting</Button><Button look="danger" onClick={() => void run(denyNow)}>Erase for ever</Button></>}
      >
        <p>Everything of {what} that waits is erased. There is no undo.</p>
      </Confirm>
    </span>
  );
}

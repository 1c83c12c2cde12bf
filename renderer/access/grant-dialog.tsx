import { useState } from 'react';
import { Identity } from '../../contract/index.ts';
import { client, engine, queryClient, useTask } from '../bridge/index.ts';
import { Button, Confirm, Dialog, ErrorNotice, SelectField, TextField } from '../ui/index.ts';
import { kindNames, readRights, rightsOf } from './rights.ts';
import { RightsFields } from './rights-fields.tsx';
import { TokenCard } from './token-card.tsx';

const Kind = Identity.shape.kind;

/** Names somebody, says what it may, and shows its token once. */
export function GrantDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [kind, setKind] = useState<Identity['kind']>('agent');
  const [rights, setRights] = useState(() => rightsOf());
  const [given, setGiven] = useState<{ name: string; token: string } | null>(null);
  const task = useTask();
  const ready = readRights(rights);

  async function grant() {
    if (ready === null) return;
    await task.run(async () => {
      const { identity, token } = await client.access.grant({ name: name.trim(), kind, ...ready });
      void queryClient.invalidateQueries({ queryKey: engine.access.key() });
      setGiven({ name: identity.name, token });
    });
  }

  if (given)
    return (
      <Confirm open onClose={() => {}} title={`Token of ${given.name}`} actions={<Button look="primary" onClick={onClose}>I have stored it</Button>}>
        <TokenCard {...given} />
      </Confirm>
    );
  return (
    <Dialog open onClose={onClose} title="Give access">
      <form onSubmit={(event) => { event.preventDefault(); void grant(); }} className="flex flex-col gap-5">
        <div className="grid gap-4 sm:grid-cols-[1fr_140px]">
          <TextField label="Name" placeholder="claude-code" autoFocus required maxLength={200} value={name} disabled={task.busy} onChange={(event) => setName(event.target.value)} help="Stands with everything it does and writes." error={task.fault?.code === 'CONFLICT' ? 'Somebody has this name already.' : undefined} />
          <SelectField label="Kind" value={kind} disabled={task.busy} onChange={(event) => setKind(Kind.parse(event.target.value))}>
            {Kind.options.map((value) => <option key={value} value={value}>{kindNames[value]}</option>)}
          </SelectField>
        </div>
        <RightsFields rights={rights} onChange={setRights} disabled={task.busy} />
        {task.fault && task.fault.code !== 'CONFLICT' && <ErrorNotice fault={task.fault} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" busy={task.busy} disabled={name.trim() === '' || ready === null}>Give access</Button>
        </div>
      </form>
    </Dialog>
  );
}

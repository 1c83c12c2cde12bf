import { useState } from 'react';
import type { Identity } from '../../contract/index.ts';
import { client, engine, queryClient, useTask } from '../bridge/index.ts';
import { Button, Dialog, ErrorNotice, toast } from '../ui/index.ts';
import { readRights, rightsOf } from './rights.ts';
import { RightsFields } from './rights-fields.tsx';

export function ChangeRights({ identity, onClose }: { identity: Identity; onClose: () => void }) {
  const [rights, setRights] = useState(() => rightsOf(identity));
  const task = useTask();
  const ready = readRights(rights);
  async function save() {
    if (ready === null) return;
    const saved = await task.run(() => client.access.change({ id: identity.id, ...ready }));
    if (!saved) return;
    void queryClient.invalidateQueries({ queryKey: engine.access.key() });
    toast(`Rights of ${identity.name} changed`, { detail: 'They hold from its next call on.' });
    onClose();
  }
  return (
    <Dialog open onClose={onClose} title={`Rights of ${identity.name}`}>
      <form onSubmit={(event) => { event.preventDefault(); void save(); }} className="flex flex-col gap-5">
        <RightsFields rights={rights} onChange={setRights} disabled={task.busy} />
        {task.fault && <ErrorNotice fault={task.fault} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" busy={task.busy} disabled={ready === null}>Save</Button>
        </div>
      </form>
    </Dialog>
  );
}

import type { Identity } from '../../contract/index.ts';
import { client, engine, queryClient, useTask } from '../bridge/index.ts';
import { Button, Confirm, ErrorNotice, toast } from '../ui/index.ts';

export function RevokeDialog({ identity, onClose }: { identity: Identity; onClose: () => void }) {
  const task = useTask();
  async function revoke() {
    if (!await task.run(() => client.access.revoke({ id: identity.id }))) return;
    void queryClient.invalidateQueries({ queryKey: engine.access.key() });
    toast(`${identity.name} is shut out`);
    onClose();
  }
  return (
    <Confirm
      open onClose={onClose} title={`Revoke ${identity.name}?`}
      actions={<><Button onClick={onClose}>Keep it</Button><Button look="danger" busy={task.busy} onClick={() => void revoke()}>Revoke</Button></>}
    >
      <p>It is refused from its next call on, also where it is connected now. What it wrote stays, with its name; Erase removes that, too.</p>
      {task.fault && <ErrorNotice fault={task.fault} />}
    </Confirm>
  );
}

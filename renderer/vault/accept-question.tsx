import type { ReactNode } from 'react';
import { Button, Confirm } from '../ui/index.ts';

/** What taking an older file as the right one means. */
export function AcceptQuestion({ onClose, onAccept, ready = true, busy = false, children }: {
  onClose: () => void;
  onAccept: () => void;
  ready?: boolean;
  busy?: boolean;
  children?: ReactNode;
}) {
  return (
    <Confirm
      open onClose={onClose} title="Take this file as it is?"
      actions={<><Button onClick={onClose}>Not yet</Button><Button look="primary" busy={busy} disabled={!ready} onClick={onAccept}>Take it</Button></>}
    >
      <p>What was remembered, erased or revoked after this state is not in the file: erased memories may be back, and revoked programs may come in again.</p>
      {children}
    </Confirm>
  );
}

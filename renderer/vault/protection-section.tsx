import { useQuery } from '@tanstack/react-query';
import { LockKeyhole } from 'lucide-react';
import { useState } from 'react';
import type { VaultStatus } from '../../contract/index.ts';
import { engine, faultOf, lockVault } from '../bridge/index.ts';
import { ago, Button, counted, ErrorNotice, exactDate, Loading, shortDate, Tip } from '../ui/index.ts';
import { AutoLock } from './auto-lock.tsx';
import { ChangePassphrase } from './change-passphrase.tsx';
import { Doctor } from './doctor.tsx';
import { NewKit } from './new-kit.tsx';
import { ReadOnlyCard } from './read-only-card.tsx';
import { RotateKey } from './rotate-key.tsx';
import { Row } from './row.tsx';

/** What opens the vault, in words. */
const opening = ({ passphrase, keychain }: VaultStatus['protection']): string =>
  passphrase && keychain ? 'Your passphrase and the keychain of this computer, both together. A stolen copy of the file cannot be opened anywhere else.'
    : keychain ? 'The keychain of this computer alone. Whoever is logged in here as you can open the vault.'
      : 'Your passphrase. Nobody can reset it; the recovery kit opens the vault when it is forgotten.';

export function ProtectionSection({ disabled }: { disabled: boolean }) {
  const query = useQuery(engine.vault.status.queryOptions());
  const [open, setOpen] = useState<'passphrase' | 'kit' | 'rotate' | null>(null);
  const status = query.data;
  if (!status) return query.error ? <ErrorNotice fault={faultOf(query.error)} onRetry={() => void query.refetch()} /> : <Loading rows={5} />;
  const { protection, counts } = status;
  return (
    <>
      {status.readOnly && <ReadOnlyCard why={status.readOnly} />}
      <Row title="State" action={<Button icon={LockKeyhole} onClick={() => void lockVault()}>Lock now</Button>}>
        {status.state === 'readonly' ? 'Open for reading only.' : 'Open.'} {counts && <>{counted(counts.active, 'memory', 'memories')} in use{counts.quarantined > 0 && `, ${counts.quarantined.toLocaleString()} waiting`}{counts.forgotten > 0 && `, ${counts.forgotten.toLocaleString()} on the shelf`}. </>}
        {status.createdAt !== null && <>Made {shortDate(status.createdAt)}. </>}
        {status.lastBackupAt === null ? 'No backup yet.' : <>Last backup <Tip text={exactDate(status.lastBackupAt)}><time tabIndex={0} dateTime={new Date(status.lastBackupAt).toISOString()}>{ago(status.lastBackupAt)}</time></Tip>.</>}
      </Row>
      <Row title="What opens it" action={<Button disabled={disabled} onClick={() => setOpen('passphrase')}>{protection.passphrase ? 'Change passphrase' : 'Set a passphrase'}</Button>}>
        {opening(protection)}
      </Row>
      <Row title="Recovery kit" action={<Button disabled={disabled} onClick={() => setOpen('kit')}>Make a new kit</Button>}>
        24 words that open the vault without the passphrase{protection.keychain ? ' and without the keychain' : ''}. A new kit makes the old one worthless: do that when somebody may have seen it, or when it is lost.
      </Row>
      <AutoLock disabled={disabled} />
      <Row title="Encryption key" action={<Button disabled={disabled} onClick={() => setOpen('rotate')}>Change the key</Button>}>
        The whole file is encrypted with SQLCipher 4 (AES-256), guarded texts once more, each on its own. Changing the key writes the vault anew and makes every older copy unreadable.
      </Row>
      <Doctor />
      <p className="py-4 text-xs text-muted">Engram <span className="figures">{status.version}</span></p>
      {open === 'passphrase' && <ChangePassphrase protection={protection} onClose={() => setOpen(null)} />}
      {open === 'kit' && <NewKit onClose={() => setOpen(null)} />}
      {open === 'rotate' && <RotateKey onClose={() => setOpen(null)} />}
    </>
  );
}

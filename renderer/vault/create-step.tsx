import { useState, type FormEvent } from 'react';
import type { RecoveryKit } from '../../contract/index.ts';
import { client, faultOf, isDesktop, setGate, type Fault } from '../bridge/index.ts';
import { Button, ErrorNotice, Toggle } from '../ui/index.ts';
import { ChoosePassphrase, useChosen } from './choose-passphrase.tsx';
import { Frame } from './frame.tsx';
import { setOnboardingStep } from './onboarding-step.ts';

/** Chooses the passphrase and makes the vault. */
export function CreateStep({ onKit }: { onKit: (kit: RecoveryKit) => void }) {
  const chosen = useChosen();
  const [keychain, setKeychain] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);

  async function create(event: FormEvent) {
    event.preventDefault();
    chosen.ask();
    if (!chosen.ready) return;
    setBusy(true);
    setFault(null);
    // The vault is open as soon as it exists; from here on the first run is in charge of the page.
    setOnboardingStep('kit');
    try {
      const { kit, status } = await client.vault.create({ passphrase: chosen.passphrase, ...(keychain && { keychain }) });
      onKit(kit);
      setGate(status.state);
    } catch (error) {
      setOnboardingStep(null);
      setFault(faultOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Frame
      progress={{ step: 1, of: 5 }}
      title="Make your vault"
      lead="Everything Engram remembers goes into one encrypted file on this computer. The passphrase opens it; nobody can reset it for you."
    >
      <form onSubmit={(event) => void create(event)} className="flex flex-col gap-5">
        <ChoosePassphrase chosen={chosen} autoFocus disabled={busy} />
        {isDesktop && (
          <Toggle
            label="Needs this computer's keychain too" checked={keychain} onChange={setKeychain} disabled={busy}
            help="Then a stolen copy of the file cannot be opened elsewhere, not even with the passphrase. The recovery kit still opens it."
          />
        )}
        {fault && <ErrorNotice fault={fault} />}
        <div className="flex items-center gap-3">
          <Button look="primary" size="large" type="submit" busy={busy}>{busy ? 'Making the vault' : 'Make vault'}</Button>
          {busy && <span role="status" className="text-muted">Hardening the key takes a second or two.</span>}
        </div>
      </form>
    </Frame>
  );
}

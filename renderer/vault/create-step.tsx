import { useState, type FormEvent } from 'react';
import type { RecoveryKit } from '../../contract/index.ts';
import { client, faultOf, isDesktop, setGate, type Fault } from '../bridge/index.ts';
import { Button, ErrorNotice, PassphraseField, Toggle } from '../ui/index.ts';
import { Frame } from './frame.tsx';
import { setOnboardingStep } from './onboarding-step.ts';
import { enough, strengthOf } from './strength.ts';
import { StrengthMeter } from './strength-meter.tsx';

/** Chooses the passphrase and makes the vault. */
export function CreateStep({ onKit }: { onKit: (kit: RecoveryKit) => void }) {
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const [keychain, setKeychain] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const [asked, setAsked] = useState(false);
  const strength = strengthOf(passphrase);
  const weak = passphrase !== '' && strength.score < enough;
  const differ = again !== '' && passphrase !== again;
  const ready = passphrase !== '' && !weak && passphrase === again;

  async function create(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (!ready) return;
    setBusy(true);
    setFault(null);
    // The vault is open as soon as it exists; from here on the first run is in charge of the page.
    setOnboardingStep('kit');
    try {
      const { kit, status } = await client.vault.create({ passphrase, ...(keychain && { keychain }) });
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
        <div className="flex flex-col gap-2">
          <PassphraseField
            label="Passphrase" autoComplete="new-password" value={passphrase} onChange={setPassphrase} autoFocus disabled={busy}
            help="Four or five unrelated words are easy to keep and hard to guess."
            error={asked && passphrase === '' ? 'Choose a passphrase.' : asked && weak ? 'This one is too easy to guess. Add a word or two.' : undefined}
          />
          {passphrase !== '' && <StrengthMeter strength={strength} />}
        </div>
        <PassphraseField
          label="The same again" autoComplete="new-password" value={again} onChange={setAgain} disabled={busy}
          error={(asked || again.length >= passphrase.length) && differ ? 'The two differ.' : undefined}
        />
        {isDesktop && (
          <Toggle
            label="Also open with this computer's keychain" checked={keychain} onChange={setKeychain} disabled={busy}
            help="Whoever is logged in here can then open it without the passphrase."
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

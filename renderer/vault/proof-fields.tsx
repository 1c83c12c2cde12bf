import { Button, PassphraseField, TextArea } from '../ui/index.ts';
import type { Proof } from './proof.ts';

/** Asks for the passphrase, or for the kit when it is forgotten. */
export function ProofFields({ proof, wrong, disabled, autoFocus = false, label = 'Passphrase' }: {
  proof: Proof;
  /** It was tried and did not open the vault. */
  wrong: boolean;
  disabled: boolean;
  autoFocus?: boolean;
  label?: string;
}) {
  const { way, secret, asks, setWay, setSecret } = proof;
  if (!asks) return <p className="text-muted">This vault opens with the keychain of this computer, so no passphrase is asked.</p>;
  return (
    <div className="flex flex-col items-start gap-1.5 text-text">
      <div className="w-full">
        {way === 'passphrase' ? (
          <PassphraseField label={label} autoComplete="current-password" value={secret} onChange={setSecret} autoFocus={autoFocus} disabled={disabled} error={wrong ? 'That is not the passphrase of this vault.' : undefined} />
        ) : (
          <TextArea
            label="Recovery words" rows={3} value={secret} onChange={(event) => setSecret(event.target.value)} disabled={disabled} autoFocus spellCheck={false} autoComplete="off" className="figures"
            help="The 24 words of your kit, in their order. Numbers are ignored." error={wrong ? 'These words do not open this vault.' : undefined}
          />
        )}
      </div>
      <Button look="quiet" size="small" className="-ml-2 text-muted" disabled={disabled} onClick={() => setWay(way === 'kit' ? 'passphrase' : 'kit')}>{way === 'kit' ? 'Use the passphrase' : 'Forgotten? Use the recovery kit'}</Button>
    </div>
  );
}

import { useState } from 'react';
import { PassphraseField } from '../ui/index.ts';
import { enough, strengthOf } from './strength.ts';
import { StrengthMeter } from './strength-meter.tsx';

/** A passphrase being chosen: typed twice, strong enough. */
export interface Chosen {
  passphrase: string;
  again: string;
  /** The form was sent once, so what is missing is named. */
  asked: boolean;
  ready: boolean;
  set(passphrase: string): void;
  setAgain(again: string): void;
  ask(): void;
  clear(): void;
}

export function useChosen(): Chosen {
  const [passphrase, set] = useState('');
  const [again, setAgain] = useState('');
  const [asked, setAsked] = useState(false);
  return {
    passphrase, again, asked, set, setAgain,
    ready: passphrase !== '' && strengthOf(passphrase).score >= enough && passphrase === again,
    ask: () => setAsked(true),
    clear: () => {
      set('');
      setAgain('');
      setAsked(false);
    },
  };
}

export function ChoosePassphrase({ chosen, label = 'Passphrase', autoFocus = false, disabled }: { chosen: Chosen; label?: string; autoFocus?: boolean; disabled: boolean }) {
  const { passphrase, again, asked, set, setAgain } = chosen;
  const strength = strengthOf(passphrase);
  const weak = passphrase !== '' && strength.score < enough;
  const differ = again !== '' && passphrase !== again;
  return (
    <>
      <div className="flex flex-col gap-2">
        <PassphraseField
          label={label} autoComplete="new-password" value={passphrase} onChange={set} autoFocus={autoFocus} disabled={disabled}
          help="Four or five unrelated words are easy to keep and hard to guess."
          error={asked && passphrase === '' ? 'Choose a passphrase.' : asked && weak ? 'This one is too easy to guess. Add a word or two.' : undefined}
        />
        {passphrase !== '' && <StrengthMeter strength={strength} />}
      </div>
      <PassphraseField
        label="The same again" autoComplete="new-password" value={again} onChange={setAgain} disabled={disabled}
        error={(asked || again.length >= passphrase.length) && differ ? 'The two differ.' : undefined}
      />
    </>
  );
}

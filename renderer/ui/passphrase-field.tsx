import { Eye, EyeOff } from 'lucide-react';
import { useState, type ReactNode, type Ref } from 'react';
import { IconButton } from './button.tsx';
import { TextField } from './field.tsx';

interface PassphraseFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** `new-password` when one is being chosen, so that password managers offer one. */
  autoComplete: 'current-password' | 'new-password';
  help?: ReactNode;
  error?: ReactNode;
  autoFocus?: boolean;
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** Paste and password managers are welcome; says when caps lock is on. */
export function PassphraseField({ value, onChange, help, autoFocus, ...rest }: PassphraseFieldProps) {
  const [visible, setVisible] = useState(false);
  const [caps, setCaps] = useState(false);
  return (
    <TextField
      {...rest}
      // Focus goes where the only thing to do is.
      autoFocus={autoFocus}
      type={visible ? 'text' : 'password'}
      name="passphrase"
      value={value}
      maxLength={1024}
      onChange={(event) => onChange(event.target.value)}
      onKeyUp={(event) => setCaps(event.getModifierState('CapsLock'))}
      className="h-10 text-base"
      help={caps ? <span className="text-warn">Caps lock is on.</span> : help}
      end={<IconButton icon={visible ? EyeOff : Eye} label={visible ? 'Hide passphrase' : 'Show passphrase'} aria-pressed={visible} onClick={() => setVisible(!visible)} />}
    />
  );
}

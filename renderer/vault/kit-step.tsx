import { useState } from 'react';
import type { RecoveryKit } from '../../contract/index.ts';
import { Button } from '../ui/index.ts';
import { Frame } from './frame.tsx';
import { KitCheck } from './kit-check.tsx';
import { KitWords } from './kit-words.tsx';

/** Shows the kit once, and goes on only when it was really written down. */
export function KitStep({ kit, onDone }: { kit: RecoveryKit; onDone: () => void }) {
  const [checking, setChecking] = useState(false);
  if (checking)
    return (
      <Frame progress={{ step: 2, of: 5 }} title="Two words from your kit" lead="Type them from what you saved, so that we both know it works.">
        <KitCheck kit={kit} onDone={onDone} onBack={() => setChecking(false)} />
      </Frame>
    );
  return (
    <Frame
      wide
      progress={{ step: 2, of: 5 }}
      title="Your recovery kit"
      lead="These 24 words open the vault without the passphrase. They are shown once and stored nowhere. Keep them on paper or in a password manager, away from this computer."
    >
      <KitWords kit={kit} />
      <Button look="primary" size="large" className="mt-8" onClick={() => setChecking(true)}>I have saved them</Button>
    </Frame>
  );
}

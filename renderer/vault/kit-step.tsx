import { Copy, Download, Printer } from 'lucide-react';
import { useEffect, useState, type FormEvent } from 'react';
import type { RecoveryKit } from '../../contract/index.ts';
import { Button, saveText, TextField, toast } from '../ui/index.ts';
import { Frame } from './frame.tsx';

/** Two different places among the 24 words, in reading order. */
function twoPlaces(): [number, number] {
  const picks = crypto.getRandomValues(new Uint32Array(2));
  const first = picks[0]! % 24;
  const second = (first + 1 + (picks[1]! % 23)) % 24;
  return first < second ? [first, second] : [second, first];
}

/** Shows the kit once, and goes on only when it was really written down. */
export function KitStep({ kit, onDone }: { kit: RecoveryKit; onDone: () => void }) {
  const [checking, setChecking] = useState(false);
  const [places] = useState(twoPlaces);
  const [typed, setTyped] = useState<[string, string]>(['', '']);
  const [wrong, setWrong] = useState<[boolean, boolean]>([false, false]);

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);

  const copy = async () => {
    await navigator.clipboard.writeText(kit.words.join(' '));
    toast('Copied', { detail: 'The clipboard now holds the kit. Paste it into your password manager, then copy something else.' });
  };

  function check(event: FormEvent) {
    event.preventDefault();
    const misses = places.map((place, n) => typed[n as 0 | 1].trim().toLowerCase() !== kit.words[place]) as [boolean, boolean];
    setWrong(misses);
    if (!misses[0] && !misses[1]) onDone();
  }

  if (checking)
    return (
      <Frame progress={{ step: 2, of: 5 }} title="Two words from your kit" lead="Type them from what you saved, so that we both know it works.">
        <form onSubmit={check} className="flex flex-col gap-4">
          {places.map((place, n) => (
            <TextField
              key={place} label={`Word ${place + 1}`} value={typed[n as 0 | 1]} autoFocus={n === 0} autoCapitalize="none" className="h-10 text-base"
              onChange={(event) => setTyped(typed.with(n, event.target.value) as [string, string])}
              error={wrong[n as 0 | 1] ? `That is not word ${place + 1}.` : undefined}
            />
          ))}
          <div className="mt-2 flex gap-2">
            <Button look="primary" size="large" type="submit">Check</Button>
            <Button look="quiet" size="large" onClick={() => setChecking(false)}>Show the words again</Button>
          </div>
        </form>
      </Frame>
    );

  return (
    <Frame
      wide
      progress={{ step: 2, of: 5 }}
      title="Your recovery kit"
      lead="These 24 words open the vault without the passphrase. They are shown once and stored nowhere. Keep them on paper or in a password manager, away from this computer."
    >
      <ol aria-label="Recovery words" className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-panel border bg-surface p-5 sm:grid-cols-4">
        {kit.words.map((word, n) => (
          <li key={n} className="flex items-baseline gap-2">
            <span className="figures w-5 text-right text-xs text-muted">{n + 1}</span>
            <span className="figures text-base">{word}</span>
          </li>
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button icon={Copy} onClick={() => void copy()}>Copy words</Button>
        <Button icon={Download} onClick={() => saveText('engram-recovery-kit.txt', kit.page)}>Save page</Button>
        <Button icon={Printer} onClick={() => window.print()}>Print</Button>
      </div>
      <Button look="primary" size="large" className="mt-8" onClick={() => setChecking(true)}>I have saved them</Button>
    </Frame>
  );
}

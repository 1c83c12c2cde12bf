import { useState, type FormEvent } from 'react';
import type { RecoveryKit } from '../../contract/index.ts';
import { Button, TextField } from '../ui/index.ts';

/** Two different places among the 24 words, in reading order. */
function twoPlaces(): [number, number] {
  const picks = crypto.getRandomValues(new Uint32Array(2));
  const first = picks[0]! % 24;
  const second = (first + 1 + (picks[1]! % 23)) % 24;
  return first < second ? [first, second] : [second, first];
}

/** Asks for two words of the kit: only who saved it can go on. */
export function KitCheck({ kit, onDone, onBack }: { kit: RecoveryKit; onDone: () => void; onBack: () => void }) {
  const [places] = useState(twoPlaces);
  const [typed, setTyped] = useState<[string, string]>(['', '']);
  const [wrong, setWrong] = useState<[boolean, boolean]>([false, false]);

  function check(event: FormEvent) {
    event.preventDefault();
    const misses = places.map((place, n) => typed[n as 0 | 1].trim().toLowerCase() !== kit.words[place]) as [boolean, boolean];
    setWrong(misses);
    if (!misses[0] && !misses[1]) onDone();
  }
  return (
    <form onSubmit={check} className="flex flex-col gap-4 text-text">
      {places.map((place, n) => (
        <TextField
          key={place} label={`Word ${place + 1}`} value={typed[n as 0 | 1]} autoFocus={n === 0} autoCapitalize="none" className="h-10 text-base"
          onChange={(event) => setTyped(typed.with(n, event.target.value) as [string, string])}
          error={wrong[n as 0 | 1] ? `That is not word ${place + 1}.` : undefined}
        />
      ))}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button look="primary" size="large" type="submit">Check</Button>
        <Button look="quiet" size="large" onClick={onBack}>Show the words again</Button>
      </div>
    </form>
  );
}

import { useState } from 'react';
import type { Settings } from '../../contract/index.ts';
import { client, engine, faultOf, queryClient, type Fault } from '../bridge/index.ts';
import { Button, ErrorNotice, TextArea } from '../ui/index.ts';
import { Frame } from './frame.tsx';

const modes: { mode: Settings['remember.mode']; title: string; text: string }[] = [
  { mode: 'tell', title: 'Save and tell me', text: 'Facts, preferences and decisions are kept from what you say. Each answer says what was kept, with one press to forget it.' },
  { mode: 'only_when_told', title: 'Only when I say so', text: 'Nothing is kept unless you write “remember that …” or press Remember.' },
];

/** Nothing is remembered before this was answered, and nothing is chosen in advance. */
export function RememberStep({ onDone }: { onDone: () => void }) {
  const [mode, setMode] = useState<Settings['remember.mode'] | null>(null);
  const [exclude, setExclude] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);

  async function save() {
    if (mode === null) return;
    setBusy(true);
    setFault(null);
    try {
      const words = exclude.split(/[\n,]/).map((word) => word.trim()).filter(Boolean).slice(0, 200);
      const saved = await client.settings.set({ 'remember.mode': mode, 'remember.exclude': words });
      queryClient.setQueryData(engine.settings.get.queryKey(), saved);
      onDone();
    } catch (error) {
      setFault(faultOf(error));
      setBusy(false);
    }
  }

  return (
    <Frame progress={{ step: 4, of: 5 }} title="What may I remember?" lead="You can change this at any time, and switch saving off for a single chat.">
      <fieldset className="flex flex-col gap-2.5">
        <legend className="sr-only">What may be remembered</legend>
        {modes.map((option) => (
          <label key={option.mode} className={`flex cursor-pointer gap-3 rounded-panel border p-4 ${mode === option.mode ? 'border-accent bg-tint' : 'border-edge bg-raised'}`}>
            <input type="radio" name="mode" checked={mode === option.mode} onChange={() => setMode(option.mode)} className="mt-1 size-4 shrink-0 accent-accent" />
            <span>
              <span className="block text-base font-medium">{option.title}</span>
              <span className="block text-muted">{option.text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="mt-6">
        <TextArea
          label="Never remember texts with these words" help="One per line or separated by commas. May stay empty." rows={2}
          value={exclude} onChange={(event) => setExclude(event.target.value)} placeholder="salary, diagnosis"
        />
      </div>
      {fault && <div className="mt-4"><ErrorNotice fault={fault} /></div>}
      <Button look="primary" size="large" className="mt-8" disabled={mode === null} busy={busy} onClick={() => void save()}>
        {mode === null ? 'Choose one to go on' : 'Go on'}
      </Button>
    </Frame>
  );
}

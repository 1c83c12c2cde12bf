import { useEffect, useState } from 'react';
import type { Model } from '../../contract/index.ts';
import { Button, SelectField, TextField, useSettled } from '../ui/index.ts';
import { settleMs } from './use-preview.ts';
import { widest, windowOf } from './window-text.ts';

/** Another window to look through; null keeps the chat's own. */
export interface Replay {
  model: string | null;
  window: number | null;
}

const windows = [4_096, 8_192, 32_000, 128_000, 1_000_000];
/** In the list of models, not a model. */
const byName = ' by name';

interface ReplayFormProps {
  models: readonly Model[];
  /** The chat's own; null when it has none. */
  own: Model | null;
  replay: Replay;
  onChange: (replay: Replay) => void;
}

/** Chooses another model or window; nothing is stored and no model is asked. */
export function ReplayForm({ models, own, replay, onChange }: ReplayFormProps) {
  const known = models.filter((model) => model.id !== 'builtin' && model.id !== own?.id);
  const [named, setNamed] = useState(replay.model !== null && !known.some(({ id }) => id === replay.model));
  const [name, setName] = useState(named ? (replay.model ?? '') : '');
  const [typed, setTyped] = useState(replay.window === null ? '' : String(replay.window));
  const settledName = useSettled(name.trim(), settleMs);
  const window = windowOf(typed);
  const settledWindow = useSettled(window, settleMs);
  const model = named ? (settledName === '' ? null : settledName) : replay.model;
  const tried = Number.isNaN(settledWindow) ? replay.window : settledWindow;
  useEffect(() => {
    if (model !== replay.model || tried !== replay.window) onChange({ model, window: tried });
  }, [model, tried, replay, onChange]);

  return (
    <section aria-label="Another model or window" className="flex flex-col gap-3 rounded-panel border bg-surface p-3">
      <p className="text-xs text-muted">What the same message would send elsewhere. Nothing is stored, and no model is asked.</p>
      <SelectField
        label="Model" value={named ? byName : (replay.model ?? '')}
        onChange={({ target: { value } }) => {
          setNamed(value === byName);
          if (value !== byName) onChange({ ...replay, model: value === '' ? null : value });
        }}
      >
        <option value="">{own === null ? 'Choose a model' : `This chat’s: ${own.label}`}</option>
        {known.map(({ id, label, capabilities }) => <option key={id} value={id}>{label}, {capabilities.contextWindow.toLocaleString()}</option>)}
        <option value={byName}>Another, by its name…</option>
      </SelectField>
      {named && <TextField label="Name of the model" value={name} maxLength={200} placeholder="gpt-4o, claude-opus-4-6, gemini-3.1-pro" onChange={(event) => setName(event.target.value)} help="Taken as a cloud model: what is guarded is held back." />}
      <div>
        <TextField
          label="Window, in tokens" inputMode="numeric" value={typed} maxLength={20} placeholder="The model’s own" onChange={(event) => setTyped(event.target.value)}
          error={Number.isNaN(window) ? `A whole number from 1 to ${widest.toLocaleString()}.` : undefined}
        />
        <div role="group" aria-label="Common windows" className="mt-1.5 flex flex-wrap gap-1">
          {windows.map((size) => (
            <Button key={size} size="small" look="quiet" aria-pressed={window === size} onClick={() => setTyped(window === size ? '' : String(size))} className="figures border border-line px-1.5 aria-pressed:border-accent aria-pressed:bg-tint">
              {size.toLocaleString()}
            </Button>
          ))}
        </div>
      </div>
    </section>
  );
}

import { Switch } from '@base-ui/react/switch';
import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import type { SettingKey, Settings } from '../../contract/index.ts';
import { engine } from '../bridge/index.ts';
import { cx, fieldLook, IconButton, SelectBox } from '../ui/index.ts';
import { catalogue } from './catalogue.ts';
import type { SettingsControl } from './use-settings.ts';

interface Ids { 'aria-labelledby': string; 'aria-describedby': string }

/** One setting: name, what its value does now, its control, and the way back to the default. */
export function SettingRow<Key extends SettingKey>({ name, control, disabled }: { name: Key; control: SettingsControl; disabled: boolean }) {
  const id = useId();
  const { settings, faults, saved, set, reset, isDefault } = control;
  if (settings === undefined) return null;
  const entry = catalogue[name];
  const value = settings[name];
  const fault = faults[name];
  const ids = { 'aria-labelledby': `${id}-label`, 'aria-describedby': `${id}-effect` };
  return (
    <div className="grid gap-x-8 gap-y-2 border-b py-4 sm:grid-cols-[1fr_minmax(0,260px)]">
      <div>
        <div className="flex min-h-6 items-center gap-1">
          <span id={ids['aria-labelledby']} className="font-medium">{entry.label}</span>
          {!isDefault(name) && <IconButton size="small" icon={RotateCcw} label={`Reset ${entry.label}`} disabled={disabled} onClick={() => reset(name)} />}
          {saved === name && <span role="status" className="text-xs text-accent">Saved</span>}
        </div>
        <p id={ids['aria-describedby']} className="max-w-[52ch] text-muted">{(entry.effect as (value: Settings[Key]) => string)(value)}</p>
        {fault && <p role="alert" className="mt-1 text-danger">{fault.message} {fault.action}</p>}
      </div>
      <div className="flex min-w-0 items-start sm:justify-end">
        <Control name={name} value={value} ids={ids} disabled={disabled} onChange={(next, delay) => set(name, next as Settings[Key], delay)} />
      </div>
    </div>
  );
}

interface ControlProps {
  name: SettingKey;
  value: Settings[SettingKey];
  ids: Ids;
  disabled: boolean;
  onChange: (value: Settings[SettingKey], delay?: number) => void;
}

/** Letters that stand beside each other in the control's column, less what the space around each choice takes. */
const LETTERS_IN_A_ROW = 36;
const LETTERS_AROUND = 4;
const fitsOneRow = (options: readonly { label: string }[]): boolean => options.reduce((sum, { label }) => sum + label.length + LETTERS_AROUND, 0) <= LETTERS_IN_A_ROW;

function Control({ name, value, ids, disabled, onChange }: ControlProps): ReactNode {
  const { control } = catalogue[name];
  switch (control.as) {
    case 'switch':
      return (
        <Switch.Root
          {...ids} checked={value as boolean} disabled={disabled} onCheckedChange={(on) => onChange(on)}
          className="relative inline-flex h-6 w-9 shrink-0 items-center rounded-full border border-edge bg-sunken px-0.5 transition-colors duration-150 data-checked:border-accent data-checked:bg-accent"
        >
          <Switch.Thumb className="size-4 rounded-full bg-edge transition-transform duration-150 data-checked:translate-x-[14px] data-checked:bg-on-accent" />
        </Switch.Root>
      );
    case 'choice': {
      const { options } = control as { options: readonly { value: string; label: string }[] };
      if (!fitsOneRow(options)) return (
        <SelectBox {...ids} value={value as string} disabled={disabled} onChange={(event) => onChange(event.target.value as Settings[SettingKey])}>
          {options.map((option) => <option key={option.value} value={option.value}>{option.label}</option>)}
        </SelectBox>
      );
      return (
        <div role="radiogroup" {...ids} className="flex max-w-full overflow-hidden rounded-control border border-edge">
          {options.map((option) => (
            <label key={option.value} className={cx('flex min-h-8 flex-1 cursor-pointer items-center justify-center border-edge px-3 whitespace-nowrap not-first:border-l has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent', value === option.value ? 'bg-tint font-medium' : 'bg-raised hover:bg-surface')}>
              <input type="radio" name={name} className="sr-only" checked={value === option.value} disabled={disabled} onChange={() => onChange(option.value as Settings[SettingKey])} />
              {option.label}
            </label>
          ))}
        </div>
      );
    }
    case 'range': {
      const { min, max, step, unit } = control as { min: number; max: number; step: number; unit?: string };
      const shown = step < 1 ? (value as number).toFixed(step < 0.1 ? 2 : 1) : String(value);
      return (
        <span className="flex w-full items-center gap-3">
          <input
            type="range" {...ids} min={min} max={Math.max(max, value as number)} step={step} value={value as number} disabled={disabled} aria-valuetext={`${shown} ${unit ?? ''}`}
            onChange={(event) => onChange(Number(event.target.value), 250)} className="h-6 min-w-0 flex-1 accent-accent"
          />
          <span className="figures w-16 text-right text-xs">{shown} {unit}</span>
        </span>
      );
    }
    case 'model':
      return <ModelSelect value={value as string} ids={ids} disabled={disabled} onChange={onChange} />;
    case 'embedder':
      return <EmbedderSelect value={value as string} ids={ids} disabled={disabled} onChange={onChange} />;
    case 'reranker':
      return <RerankerSelect value={value as string} ids={ids} disabled={disabled} onChange={onChange} />;
    case 'words':
      return <Words value={value as string[]} ids={ids} disabled={disabled} onChange={onChange} />;
  }
}

type Part<Value> = { value: Value; ids: Ids; disabled: boolean; onChange: (value: Value, delay?: number) => void };

function ModelSelect({ value, ids, disabled, onChange }: Part<string>) {
  const models = useQuery(engine.models.list.queryOptions()).data?.models ?? [];
  return (
    <SelectBox {...ids} value={value} disabled={disabled} onChange={(event) => onChange(event.target.value)}>
      {!models.some((model) => model.id === value) && <option value={value}>{value}</option>}
      {models.map((model) => <option key={model.id} value={model.id}>{model.id === 'builtin' ? 'No model: answer from memory' : `${model.label} (${model.local ? 'local' : model.provider})`}</option>)}
    </SelectBox>
  );
}

function EmbedderSelect({ value, ids, disabled, onChange }: Part<string>) {
  const embedders = useQuery(engine.models.embedders.queryOptions()).data ?? [];
  return (
    <SelectBox {...ids} value={value} disabled={disabled} onChange={(event) => onChange(event.target.value)}>
      {!embedders.some((embedder) => embedder.id === value) && <option value={value}>{value}</option>}
      {embedders.map((embedder) => <option key={embedder.id} value={embedder.id} disabled={!embedder.available}>{embedder.label}, {embedder.dimensions} dimensions{embedder.available ? '' : ' (away)'}</option>)}
    </SelectBox>
  );
}

function RerankerSelect({ value, ids, disabled, onChange }: Part<string>) {
  const installed = useQuery(engine.models.rerankers.queryOptions()).data ?? [];
  const models = (useQuery(engine.models.list.queryOptions()).data?.models ?? []).filter(({ id }) => id !== 'builtin');
  const known = ['chat', ...installed.map(({ id }) => id), ...models.map(({ id }) => id)];
  return (
    <SelectBox {...ids} value={value} disabled={disabled} onChange={(event) => onChange(event.target.value)}>
      {!known.includes(value) && <option value={value}>{value} (away)</option>}
      <option value="chat">The model of new chats</option>
      {installed.map((reranker) => <option key={reranker.id} value={reranker.id}>{reranker.label} (installed)</option>)}
      {models.map((model) => <option key={model.id} value={model.id}>{model.label} ({model.local ? 'local' : model.provider})</option>)}
    </SelectBox>
  );
}

function Words({ value, ids, disabled, onChange }: Part<string[]>) {
  const [text, setText] = useState(value.join('\n'));
  return (
    <textarea
      {...ids} rows={3} value={text} disabled={disabled} placeholder="One word or phrase per line" className={cx(fieldLook, 'field-sizing-content py-1.5')}
      onChange={(event) => {
        setText(event.target.value);
        onChange([...new Set(event.target.value.split('\n').map((word) => word.trim().slice(0, 100)).filter(Boolean))].slice(0, 200), 500);
      }}
    />
  );
}

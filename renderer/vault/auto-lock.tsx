import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { client, engine, faultOf, queryClient, useTask } from '../bridge/index.ts';
import { cx, ErrorNotice, Loading } from '../ui/index.ts';
import { Row } from './row.tsx';

const presets = [
  { name: 'Strict', minutes: 2 }, { name: 'Balanced', minutes: 10 }, { name: 'Convenient', minutes: 60 }, { name: 'Never', minutes: 0 },
];

/** After how much idle time the vault locks by itself. */
export function AutoLock({ disabled }: { disabled: boolean }) {
  const id = useId();
  const settings = useQuery(engine.settings.get.queryOptions());
  const task = useTask();
  const minutes = settings.data?.['security.autoLockMinutes'];
  const show = (next: number) => queryClient.setQueryData(engine.settings.get.queryKey(), (known) => known && { ...known, 'security.autoLockMinutes': next });
  async function choose(next: number) {
    const before = minutes;
    show(next);
    const saved = await task.run(() => client.settings.set({ 'security.autoLockMinutes': next }));
    if (!saved && before !== undefined) show(before);
  }
  const own = minutes !== undefined && !presets.some((preset) => preset.minutes === minutes);
  return (
    <Row
      title="Locks by itself"
      below={(
        <>
          {minutes === undefined ? settings.error ? <ErrorNotice fault={faultOf(settings.error)} onRetry={() => void settings.refetch()} /> : <Loading rows={1} /> : (
            <div role="radiogroup" aria-label="Locks by itself" aria-describedby={`${id}-effect`} className="grid gap-2 sm:grid-cols-4">
              {presets.map((preset) => (
                <label
                  key={preset.name}
                  className={cx('flex cursor-pointer gap-2.5 rounded-panel border p-3 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent', minutes === preset.minutes ? 'border-accent bg-tint' : 'border-edge bg-raised hover:bg-surface')}
                >
                  <input type="radio" name={`${id}-preset`} className="mt-0.5 size-4 shrink-0 accent-accent" checked={minutes === preset.minutes} disabled={disabled} onChange={() => void choose(preset.minutes)} />
                  <span>
                    <span className="block font-medium">{preset.name}</span>
                    <span className="block text-xs text-muted">{preset.minutes === 0 ? 'only by hand' : preset.minutes === 60 ? 'after an hour' : `after ${preset.minutes} minutes`}</span>
                  </span>
                </label>
              ))}
            </div>
          )}
          {task.fault && <ErrorNotice fault={task.fault} />}
        </>
      )}
    >
      <span id={`${id}-effect`}>{minutes === 0
        ? 'It stays open until you lock it. Anyone at this computer can read everything.'
        : `When nothing was asked of it for ${minutes === undefined ? 'a while' : minutes === 1 ? 'a minute' : `${minutes} minutes`}. A lock keeps a half-written answer and clears the screen of every window.`}{own && ' This time is your own choice from Settings, Security.'}</span>
    </Row>
  );
}

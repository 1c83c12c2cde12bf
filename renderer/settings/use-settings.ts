import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { defaultSettings, type SettingKey, type Settings } from '../../contract/index.ts';
import { client, engine, faultOf, queryClient, type Fault } from '../bridge/index.ts';

type Faults = Partial<Record<SettingKey, Fault>>;

/** The settings, saved as they are changed; a refused value goes back and says why. */
export function useSettings() {
  const query = useQuery(engine.settings.get.queryOptions());
  const [faults, setFaults] = useState<Faults>({});
  const [saved, setSaved] = useState<SettingKey | null>(null);
  const timers = useRef(new Map<SettingKey, ReturnType<typeof setTimeout>>());

  const keep = useCallback((settings: Settings) => {
    queryClient.setQueryData(engine.settings.get.queryKey(), (known) => known && settings);
  }, []);

  const settle = useCallback(async (key: SettingKey, call: () => Promise<Settings>) => {
    try {
      keep(await call());
      setFaults(({ [key]: _gone, ...rest }) => rest);
      setSaved(key);
    } catch (error) {
      setFaults((now) => ({ ...now, [key]: faultOf(error) }));
      void queryClient.invalidateQueries({ queryKey: engine.settings.key() });
    }
  }, [keep]);

  /** Shows the value at once and saves it when it has stayed for a moment. */
  const set = useCallback(<Key extends SettingKey>(key: Key, value: Settings[Key], delay = 0) => {
    queryClient.setQueryData(engine.settings.get.queryKey(), (known) => known && { ...known, [key]: value });
    setSaved(null);
    clearTimeout(timers.current.get(key));
    timers.current.set(key, setTimeout(() => void settle(key, () => client.settings.set({ [key]: value })), delay));
  }, [settle]);

  const reset = useCallback((key: SettingKey) => void settle(key, () => client.settings.reset({ key })), [settle]);
  const isDefault = (key: SettingKey) => JSON.stringify(query.data?.[key]) === JSON.stringify(defaultSettings[key]);

  return { query, settings: query.data, faults, saved, set, reset, isDefault };
}

export type SettingsControl = ReturnType<typeof useSettings>;

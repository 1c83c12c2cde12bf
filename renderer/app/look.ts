import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import { defaultSettings, Settings } from '../../contract/index.ts';
import { engine } from '../bridge/index.ts';

const storageKey = 'engram.look';
const Look = z.object({
  theme: Settings.shape['appearance.theme'],
  density: Settings.shape['appearance.density'],
  motion: Settings.shape['appearance.motion'],
});
type Look = z.infer<typeof Look>;

const system = window.matchMedia('(prefers-color-scheme: dark)');

/** What was chosen last; the same that the first paint used. */
function keptLook(): Look {
  try {
    return Look.parse(JSON.parse(localStorage.getItem(storageKey) ?? '{}'));
  } catch {
    return { theme: defaultSettings['appearance.theme'], density: defaultSettings['appearance.density'], motion: defaultSettings['appearance.motion'] };
  }
}

function apply({ theme, density, motion }: Look): void {
  const root = document.documentElement;
  root.dataset.theme = theme === 'dark' || (theme === 'system' && system.matches) ? 'dark' : 'light';
  root.dataset.density = density;
  root.dataset.motion = motion;
}

/** Follows the system's theme, also while nothing but the lock screen is shown. */
export function watchSystemTheme(): void {
  system.addEventListener('change', () => apply(keptLook()));
}

/** Keeps theme, density and motion in step with the settings, and ready for the next first paint. */
export function useLook(): void {
  const settings = useQuery(engine.settings.get.queryOptions()).data;
  const theme = settings?.['appearance.theme'];
  const density = settings?.['appearance.density'];
  const motion = settings?.['appearance.motion'];
  useEffect(() => {
    if (theme === undefined || density === undefined || motion === undefined) return;
    localStorage.setItem(storageKey, JSON.stringify({ theme, density, motion }));
    apply({ theme, density, motion });
  }, [theme, density, motion]);
}

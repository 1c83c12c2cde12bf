import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { engine } from '../bridge/index.ts';

/** Keeps theme, density and motion in step with the settings, and ready for the next first paint. */
export function useLook(): void {
  const settings = useQuery(engine.settings.get.queryOptions()).data;
  const theme = settings?.['appearance.theme'];
  const density = settings?.['appearance.density'];
  const motion = settings?.['appearance.motion'];
  useEffect(() => {
    if (theme === undefined || density === undefined || motion === undefined) return;
    localStorage.setItem('engram.look', JSON.stringify({ theme, density, motion }));
    const root = document.documentElement;
    root.dataset.density = density;
    root.dataset.motion = motion;
    const system = window.matchMedia('(prefers-color-scheme: dark)');
    const apply = () => {
      root.dataset.theme = theme === 'dark' || (theme === 'system' && system.matches) ? 'dark' : 'light';
    };
    apply();
    system.addEventListener('change', apply);
    return () => system.removeEventListener('change', apply);
  }, [theme, density, motion]);
}

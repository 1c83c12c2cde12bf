import { useEffect, useRef } from 'react';
import { isDesktop } from '../bridge/index.ts';

const isMac = /Mac|iP(hone|ad)/.test(navigator.platform);

/** Whether the page runs where the browser keeps Ctrl+N, T, W and digits for itself. */
const inBrowser = () => !isDesktop;

export type Chord = `${'mod+' | ''}${'shift+' | ''}${'alt+' | ''}${string}`;

function matches(chord: string, event: KeyboardEvent): boolean {
  const parts = chord.split('+');
  const key = parts.at(-1)!;
  const has = (name: string) => parts.includes(name);
  return (isMac ? event.metaKey : event.ctrlKey) === has('mod')
    && event.shiftKey === has('shift')
    && event.altKey === has('alt')
    && (key.length > 1 && !key.startsWith('Key') ? event.key === key : event.key.toLowerCase() === key || event.code === `Key${key.toUpperCase()}` || event.code === `Digit${key}`);
}

/** Runs the handler of the first chord that matches anywhere on the page. */
export function useKeys(keys: Record<string, (event: KeyboardEvent) => void>): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      for (const [chord, run] of Object.entries(latest.current)) {
        if (!matches(chord, event)) continue;
        event.preventDefault();
        run(event);
        return;
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

/** A chord as shown on this platform. */
export function shown(chord: string): string {
  const names: Record<string, string> = isMac
    ? { mod: '⌘', shift: '⇧', alt: '⌥' }
    : { mod: 'Ctrl', shift: 'Shift', alt: 'Alt' };
  const parts = chord.split('+').map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part));
  return parts.join(isMac ? '' : '+');
}

/** The chords of the app, with the variants that browsers leave to pages. */
export const chords = {
  palette: 'mod+k',
  newChat: inBrowser() ? 'alt+n' : 'mod+n',
  offRecord: inBrowser() ? 'alt+shift+o' : 'mod+shift+o',
  chats: inBrowser() ? 'alt+1' : 'mod+1',
  memories: inBrowser() ? 'alt+2' : 'mod+2',
  transfer: inBrowser() ? 'alt+3' : 'mod+3',
  inspector: inBrowser() ? 'alt+i' : 'mod+i',
  lock: 'mod+shift+l',
  settings: inBrowser() ? 'alt+,' : 'mod+,',
  sheet: 'mod+/',
  undo: 'mod+z',
} as const;

import { useEffect, useRef } from 'react';

const overlay = '[role="dialog"][data-open], [role="alertdialog"][data-open], [role="menu"][data-open]';
let overlayWasOpen = false;

// Escape belongs to the top overlay first; by the time the key reaches the page that overlay is closed.
window.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') overlayWasOpen = document.querySelector(overlay) !== null;
}, true);

/** Runs on Escape when no overlay took it. */
export function useEscape(run: () => void, when: boolean): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (!when) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || overlayWasOpen) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [when]);
}

import { atom, useAtom, useSetAtom } from 'jotai';
import { useEffect, useRef, type RefObject } from 'react';

/** Set by who opens the panel with a key or a click, so that a reload leaves the focus where it is. */
const wantedAtom = atom(false);

export function useFocusPanel(): () => void {
  const want = useSetAtom(wantedAtom);
  return () => want(true);
}

/** Takes the focus when the panel was asked for, and gives it back to the ring when the panel goes while it has it. */
export function usePanelFocus(): RefObject<HTMLDivElement | null> {
  const panel = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useAtom(wantedAtom);
  useEffect(() => {
    if (!wanted) return;
    setWanted(false);
    // After the glance has closed and given the focus back to the ring.
    setTimeout(() => panel.current?.focus(), 0);
  }, [wanted, setWanted]);
  useEffect(() => () => void setTimeout(() => {
    if (document.activeElement === document.body) document.querySelector<HTMLElement>('[data-context-ring]')?.focus();
  }, 0), []);
  return panel;
}

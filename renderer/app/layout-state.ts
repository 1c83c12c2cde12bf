import { atom } from 'jotai';

export const paletteOpenAtom = atom(false);
export const sheetOpenAtom = atom(false);
/** The rail as an overlay, on narrow pages. */
export const railOpenAtom = atom(false);

const collapsedBase = atom(localStorage.getItem('engram.rail') === 'collapsed');
/** The rail as icons only; kept for the next start. */
export const railCollapsedAtom = atom(
  (get) => get(collapsedBase),
  (_get, set, collapsed: boolean) => {
    localStorage.setItem('engram.rail', collapsed ? 'collapsed' : 'wide');
    set(collapsedBase, collapsed);
  },
);

const kept = Number(localStorage.getItem('engram.inspector'));
const widthBase = atom(kept >= 280 && kept <= 640 ? kept : 360);
/** Width of the inspector in pixels, 280 to 640; kept for the next start. */
export const inspectorWidthAtom = atom(
  (get) => get(widthBase),
  (_get, set, width: number) => {
    const next = Math.round(Math.max(280, Math.min(640, width)));
    localStorage.setItem('engram.inspector', String(next));
    set(widthBase, next);
  },
);

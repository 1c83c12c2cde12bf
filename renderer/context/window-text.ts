/** The largest window that can be tried. */
export const widest = 100_000_000;

/** Digits, with or without one of the usual marks between groups of three. */
const shape = /^(\d{1,3}(?:([,.'’_\s])\d{3})(?:\2\d{3})*|\d+)$/;

/** Tokens of a window as people type it: `8192`, `8,192`, `8 192`. Null for nothing, NaN for anything else. */
export function windowOf(text: string): number | null {
  const typed = text.trim();
  if (typed === '') return null;
  const tokens = shape.test(typed) ? Number(typed.replaceAll(/\D/g, '')) : Number.NaN;
  return tokens >= 1 && tokens <= widest ? tokens : Number.NaN;
}

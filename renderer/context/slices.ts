import type { ContextPreview } from '../../contract/index.ts';

export type Part = ContextPreview['sections'][number];
export type PartName = Part['name'];
export type Item = Part['items'][number];

/** Parts in the order in which they are shown: what is always there, what is remembered, the rest, the message. */
export const partNames = ['system', 'working', 'soul', 'recalled', 'history', 'schemas', 'skills', 'today', 'roster', 'message'] as const satisfies readonly PartName[];

/** A stretch of the window: a part of the prompt, or what is kept free and why. */
export interface Slice {
  name: PartName | 'reply' | 'margin' | 'free';
  tokens: number;
}
export type SliceName = Slice['name'];

/** The window, cut into what takes its tokens. */
export interface Slices {
  parts: Slice[];
  /** For the reply, for the error of the count, and what nobody wanted. */
  room: Slice[];
  /** Tokens of the whole prompt less those of its parts, counted one by one; tokens may join where parts meet. */
  joins: number;
}

/** Parts, room and joins add up to the window. */
export function slicesOf({ sections, window, reserve, used, counting }: ContextPreview): Slices {
  const parts = partNames.map((name) => ({ name, tokens: sections.find((section) => section.name === name)?.used ?? 0 }));
  // As the engine keeps it free: what a count that is too low by its stated error would need.
  const margin = window - Math.floor(window * (1 - counting.error));
  return {
    parts,
    room: [{ name: 'reply', tokens: reserve }, { name: 'margin', tokens: margin }, { name: 'free', tokens: window - reserve - margin - used }],
    joins: used - parts.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}

/** `0 %`, `< 0.1 %`, `2.9 %`, `41 %`. */
export function percent(part: number, whole: number): string {
  const share = whole === 0 ? 0 : (part / whole) * 100;
  return share === 0 ? '0 %' : share < 0.1 ? '< 0.1 %' : `${share < 10 ? share.toFixed(1) : Math.round(share)} %`;
}

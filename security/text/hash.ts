/** FNV-1a (Fowler, Noll, Vo), 32 bits, one step at a time. */
export const BASIS = 0x811c9dc5;
export const mix = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193);

export function hashOf(text: string): number {
  let hash = BASIS;
  for (let i = 0; i < text.length; i++) hash = mix(hash, text.charCodeAt(i));
  return hash;
}

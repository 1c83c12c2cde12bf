import type { MemoryKind } from '../../contract/index.ts';
import { kindNames } from './words.ts';

const shapes: Record<MemoryKind, { path: string; colour: string }> = {
  episodic: { path: 'M6 1.2a4.8 4.8 0 1 1 0 9.6a4.8 4.8 0 0 1 0-9.6z', colour: 'text-episodic' },
  semantic: { path: 'M2 1.6h8q.4 0 .4.4v8q0 .4-.4.4h-8q-.4 0-.4-.4v-8q0-.4.4-.4z', colour: 'text-semantic' },
  procedural: { path: 'M6 .9L11.600 10.800H.4z', colour: 'text-procedural' },
};

/** The kind of a memory: shape first, colour second. */
export function KindGlyph({ kind, size = 11, labelled = false }: { kind: MemoryKind; size?: number; labelled?: boolean }) {
  const { path, colour } = shapes[kind];
  return (
    <svg
      viewBox="0 0 12 12"
      width={size}
      height={size}
      className={`${colour} inline-block shrink-0`}
      {...(labelled ? { role: 'img', 'aria-label': kindNames[kind] } : { 'aria-hidden': true })}
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}

/** Our mark: the three kinds of memory, close together. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden className="shrink-0">
      <circle cx="9.500" cy="22" r="5.500" className="fill-episodic" />
      <rect x="17" y="16.500" width="11" height="11" rx="1.200" className="fill-semantic" />
      <path d="M16 3.500l6.300 10.500h-12.600z" className="fill-accent" />
    </svg>
  );
}

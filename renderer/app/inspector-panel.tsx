import { useAtom } from 'jotai';
import { X } from 'lucide-react';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { SourcesInspector } from '../chat/index.ts';
import { ContextInspector } from '../context/index.ts';
import { MemoryInspector } from '../palace/index.ts';
import { chords, IconButton, shown, useInspector, type Inspected } from '../ui/index.ts';
import { inspectorWidthAtom } from './layout-state.ts';

const titles: Record<Inspected['what'], string> = { memory: 'Memory', sources: 'Why this answer', context: 'Context' };

/** The one panel on the right: the same component wherever it is opened from. */
export function InspectorPanel() {
  const { inspected, inspect } = useInspector();
  const [width, setWidth] = useAtom(inspectorWidthAtom);
  const dragging = useRef<number | null>(null);
  if (inspected === null) return null;

  const onPointerMove = (event: PointerEvent) => {
    if (dragging.current !== null) setWidth(dragging.current - event.clientX);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: 16, ArrowRight: -16 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setWidth(width + step);
    }
  };

  return (
    <aside
      aria-label={titles[inspected.what]}
      className="fixed inset-0 z-20 flex flex-col bg-bg lg:static lg:z-auto lg:w-(--inspector) lg:shrink-0 lg:border-l"
      style={{ ['--inspector' as string]: `${width}px` }}
    >
      <div
        role="separator" aria-orientation="vertical" aria-label="Width of the panel" tabIndex={0}
        aria-valuenow={width} aria-valuemin={280} aria-valuemax={640} onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          dragging.current = event.clientX + width;
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          dragging.current = null;
        }}
        className="absolute inset-y-0 -ml-1 hidden w-2 cursor-col-resize lg:block"
      />
      <div className="flex h-12 shrink-0 items-center justify-between border-b pr-2 pl-4">
        <h2 className="font-semibold">{titles[inspected.what]}</h2>
        <IconButton icon={X} label="Close panel" hint={shown(chords.inspector)} onClick={() => inspect(null)} />
      </div>
      <div className="quiet-scroll min-h-0 flex-1 overflow-y-auto" key={inspected.what === 'memory' ? inspected.id : inspected.what === 'sources' ? inspected.message : inspected.session}>
        {inspected.what === 'memory' && <MemoryInspector id={inspected.id} onGone={() => inspect(null)} />}
        {inspected.what === 'sources' && <SourcesInspector session={inspected.session} message={inspected.message} />}
        {inspected.what === 'context' && <ContextInspector session={inspected.session} />}
      </div>
    </aside>
  );
}

import { Popover as Hover } from '@base-ui/react/popover';
import { useState } from 'react';
import type { Message, Sources, SourceUsed } from '../../contract/index.ts';
import { counted, KindGlyph, TrustSignature, useInspector } from '../ui/index.ts';

const shownAtFirst = 3;

/** Which memories were in the prompt: always said, also when there were none. */
export function SourceChips({ message, sources }: { message: Pick<Message, 'id' | 'session'>; sources: Sources }) {
  const { inspect } = useInspector();
  const [all, setAll] = useState(false);
  const used = sources.used.toSorted((a, b) => Number(b.cited) - Number(a.cited) || a.mark - b.mark);
  const visible = all ? used : used.slice(0, shownAtFirst);
  const open = () => inspect({ what: 'sources', session: message.session, message: message.id });

  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {visible.map((source) => <Chip key={source.id} source={source} onOpen={() => inspect({ what: 'memory', id: source.id })} />)}
      {used.length > visible.length && (
        <button type="button" onClick={() => setAll(true)} aria-label={`Show ${used.length - visible.length} more memories`} className="figures min-h-6 rounded-control px-1.5 text-xs text-muted hover:bg-sunken">
          +{used.length - visible.length}
        </button>
      )}
      <button type="button" onClick={open} className="min-h-6 rounded-control text-left text-xs text-muted underline decoration-line underline-offset-2 hover:bg-sunken hover:text-text">
        {used.length === 0
          ? `0 memories used — ${reasonFor(sources)}`
          : `${counted(used.length, 'memory', 'memories')} used, ${sources.considered.length.toLocaleString()} considered`}
      </button>
      {sources.heldBack > 0 && <span className="text-xs text-warn">{counted(sources.heldBack, 'memory', 'memories')} held back: too sensitive for a model outside this computer</span>}
    </div>
  );
}

export function reasonFor(sources: Sources): string {
  if (sources.skipped !== null) return sources.skipped.replace(/\.$/, '').replace(/^./, (first) => first.toLowerCase());
  return sources.considered.length === 0 ? 'nothing fitting was found' : 'nothing found was close enough';
}

function Chip({ source, onOpen }: { source: SourceUsed; onOpen: () => void }) {
  return (
    <Hover.Root>
      <Hover.Trigger
        openOnHover delay={250}
        render={<button type="button" onClick={onOpen} />}
        className={`inline-flex min-h-6 max-w-64 items-center gap-1.5 rounded-control border px-1.5 hover:border-edge hover:bg-sunken ${source.cited ? 'border-edge' : 'border-line'}`}
      >
        <KindGlyph kind={source.kind} size={9} labelled />
        <span className="truncate font-serif text-[0.9375rem] leading-5">{source.text}</span>
        <span className="figures text-xs text-muted">{source.mark}</span>
      </Hover.Trigger>
      <Hover.Portal>
        <Hover.Positioner side="top" align="start" sideOffset={6} collisionPadding={8} className="z-30">
          <Hover.Popup className="w-80 max-w-[calc(100vw-16px)] rounded-panel border bg-raised p-3 shadow-overlay">
            <Hover.Title className="eyebrow mb-1">Memory {source.mark}{source.cited ? ', cited' : ', in the prompt'}</Hover.Title>
            <p className="remembered">{source.text}</p>
            <p className="mt-2 flex items-center gap-2 text-xs text-muted"><TrustSignature trust={source.trust} /> <span>relevance <span className="figures">{source.score.toFixed(3)}</span></span></p>
          </Hover.Popup>
        </Hover.Positioner>
      </Hover.Portal>
    </Hover.Root>
  );
}

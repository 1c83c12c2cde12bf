import { useQuery } from '@tanstack/react-query';
import { ArchiveRestore, CheckCheck, Pencil, Pin, PinOff, Route, Undo2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { MemoryDetail, MemoryId } from '../../contract/index.ts';
import { engine, faultOf, useGate } from '../bridge/index.ts';
import { useOpenTrace } from '../recall/index.ts';
import {
  ago, Button, categoryNames, Empty, ErrorNotice, exactDate, KindGlyph, kindNames, Loading, Notice, originNames, scopeName, Tip, tierNames,
} from '../ui/index.ts';
import { approve, forget, pin, restore } from './actions.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { MemoryEditor } from './memory-editor.tsx';
import { MemoryHistory } from './memory-history.tsx';
import { TrustSection } from './trust-section.tsx';

/** All that is known about one memory, and everything that can be done with it. */
export function MemoryInspector({ id, onGone }: { id: MemoryId; onGone: () => void }) {
  const memory = useQuery(engine.memories.get.queryOptions({ input: { id } }));
  if (memory.error && !memory.data) {
    const fault = faultOf(memory.error);
    if (fault.code === 'NOT_FOUND') return <Empty title="This memory is gone">It was erased. Nothing of it is left.</Empty>;
    return <ErrorNotice className="m-4" fault={fault} onRetry={() => void memory.refetch()} />;
  }
  return memory.data ? <Detail memory={memory.data} onGone={onGone} /> : <Loading label="Loading memory" />;
}

function Detail({ memory, onGone }: { memory: MemoryDetail; onGone: () => void }) {
  const [editing, setEditing] = useState(false);
  const [erasing, setErasing] = useState(false);
  const openTrace = useOpenTrace();
  const readOnly = useGate().state === 'readonly';
  const forgotten = memory.status === 'forgotten';

  return (
    <div className="flex flex-col gap-5 p-4">
      {memory.status === 'quarantined' && (
        <Notice tone="warn" className="flex items-center justify-between gap-3">
          <span>Waits for approval. It is not recalled until then.</span>
          <Button size="small" icon={CheckCheck} disabled={readOnly} onClick={() => void approve({ ids: [memory.id] })}>Approve</Button>
        </Notice>
      )}
      {forgotten && (
        <Notice className="flex items-center justify-between gap-3">
          <span>Forgotten. Not recalled; erased when its time on the shelf is over.</span>
          <Button size="small" icon={ArchiveRestore} disabled={readOnly} onClick={() => void restore(memory.id)}>Restore</Button>
        </Notice>
      )}
      {memory.status === 'superseded' && <Notice>History: a newer fact took its place.</Notice>}

      <section>
        <p className="mb-1.5 flex items-center gap-2 text-muted">
          <KindGlyph kind={memory.kind} />{kindNames[memory.kind]} · {categoryNames[memory.category]}
          {memory.pinned && <span className="inline-flex items-center gap-1 text-accent"><Pin aria-hidden size={12} strokeWidth={1.5} />Pinned</span>}
        </p>
        {editing
          ? <MemoryEditor memory={memory} onClose={() => setEditing(false)} />
          : <p dir="auto" className="font-serif text-[1.1875rem] leading-7 text-pretty whitespace-pre-wrap">{memory.text}</p>}
        {memory.steps.length > 0 && !editing && (
          <ol className="remembered mt-2 list-decimal pl-5">{memory.steps.map((step, n) => <li key={n}>{step}</li>)}</ol>
        )}
        {memory.redacted && <p className="mt-1.5 text-xs text-muted">Parts are hidden: this reader may not see the whole text.</p>}
        {memory.fact && !editing && (
          <p className="figures mt-2 text-xs text-muted">{memory.fact.subject} · {memory.fact.predicate} · {memory.fact.object}</p>
        )}
        {!editing && !readOnly && (
          <div className="mt-3 flex flex-wrap gap-1.5">
            <Button size="small" icon={Pencil} onClick={() => setEditing(true)} disabled={memory.redacted}>Correct</Button>
            <Button size="small" icon={memory.pinned ? PinOff : Pin} onClick={() => void pin(memory)}>{memory.pinned ? 'Unpin' : 'Pin'}</Button>
            {!forgotten && <Button size="small" icon={Undo2} onClick={() => void forget(memory.id)}>Forget</Button>}
          </div>
        )}
      </section>

      <TrustSection memory={memory} readOnly={readOnly} />

      <section>
        <h3 className="eyebrow mb-1">Record</h3>
        <dl className="grid grid-cols-[92px_1fr] gap-x-3 gap-y-1">
          <Entry name="From">{originNames[memory.origin]}{memory.source && `: ${memory.source}`}{memory.speaker && `, said by ${memory.speaker}`}</Entry>
          <Entry name="Belongs to">{scopeName(memory.scope)}</Entry>
          <Entry name="Happened"><When at={memory.happenedAt} /></Entry>
          <Entry name="Noted"><When at={memory.createdAt} /></Entry>
          {(memory.validFrom !== null || memory.validTo !== null) && (
            <Entry name="True">{memory.validFrom !== null && <>from <When at={memory.validFrom} /></>} {memory.validTo !== null && <>until <When at={memory.validTo} /></>}</Entry>
          )}
          <Entry name="Used">{memory.uses === 0 ? 'never' : <>{memory.uses}×{memory.lastUsedAt !== null && <>, last <When at={memory.lastUsedAt} /></>}</>}</Entry>
          <Entry name="Privacy">{tierNames[memory.tier]}{memory.tier !== 'cleartext' && ', encrypted on its own'}</Entry>
          <Entry name="Found by">{memory.embedded ? 'words and meaning' : 'words; meaning is still being computed'}</Entry>
          <Entry name="Id"><span className="figures text-xs break-all">{memory.id}</span></Entry>
        </dl>
      </section>

      <p><Button size="small" icon={Route} onClick={() => openTrace({ pick: memory.id })}>Why was this not recalled?</Button></p>

      <MemoryHistory memory={memory} />

      {!readOnly && (
        <section className="border-t pt-4">
          <h3 className="eyebrow mb-1">Erase</h3>
          <p className="mb-2 text-muted">Removes the text, its versions, its index entries and what was derived from it. No undo.</p>
          <Button look="danger" size="small" onClick={() => setErasing(true)}>Erase now…</Button>
        </section>
      )}
      {erasing && <EraseDialog memory={memory} onClose={() => setErasing(false)} onErased={onGone} />}
    </div>
  );
}

function Entry({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

function When({ at }: { at: number }) {
  return <Tip text={exactDate(at)}><time dateTime={new Date(at).toISOString()} tabIndex={0}>{ago(at)}</time></Tip>;
}

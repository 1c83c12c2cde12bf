import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Route } from 'lucide-react';
import { useState } from 'react';
import type { Settings } from '../../contract/index.ts';
import { engine, faultOf } from '../bridge/index.ts';
import { useOpenTrace } from '../recall/index.ts';
import { Button, Empty, ErrorNotice, KindGlyph, signalNames, TextField, useInspector, useSettled } from '../ui/index.ts';

/** A question of one's own beside the weights, so that their effect is seen at once. */
export function RecallTest({ settings }: { settings: Settings | undefined }) {
  const { inspect } = useInspector();
  const openTrace = useOpenTrace();
  const [text, setText] = useState('');
  const query = useSettled(text.trim(), 250);
  const weights = useSettled(JSON.stringify([settings?.['recall.weight.words'], settings?.['recall.weight.vectors'], settings?.['recall.weight.graph'], settings?.['recall.weight.time'], settings?.['recall.weight.speaker'], settings?.['recall.diversity'], settings?.['recall.limit']]), 600);
  const found = useQuery({
    ...engine.recall.queryOptions({ input: { query: query || '-', limit: 8 } }),
    queryKey: [...engine.recall.queryKey({ input: { query: query || '-', limit: 8 } }), weights],
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-label="Try the weights" className="mt-5 rounded-panel border p-4">
      <TextField label="Try it" placeholder="Ask something you expect it to know" value={text} onChange={(event) => setText(event.target.value)} />
      {found.error && <ErrorNotice className="mt-3" fault={faultOf(found.error)} />}
      {query !== '' && found.data && (found.data.items.length === 0 ? <Empty className="py-6" title="Nothing fitting">{found.data.abstained?.reason}</Empty> : (
        <ol className="mt-3 flex flex-col divide-y">
          {found.data.items.map(({ memory, score, signals }, n) => (
            <li key={memory.id}>
              <button type="button" onClick={() => inspect({ what: 'memory', id: memory.id })} className="flex w-full items-baseline gap-2 rounded-control py-1.5 text-left hover:bg-surface">
                <span className="figures w-5 text-right text-xs text-muted">{n + 1}</span>
                <KindGlyph kind={memory.kind} size={9} labelled />
                <span className="remembered line-clamp-1 min-w-0 flex-1">{memory.keyFact || memory.text}</span>
                <span className="hidden text-xs text-muted sm:inline">{signals.map(({ signal }) => signalNames[signal]).join(', ')}</span>
                <span className="figures text-xs text-muted">{score.toFixed(3)}</span>
              </button>
            </li>
          ))}
        </ol>
      ))}
      <p className="mt-3"><Button size="small" icon={Route} onClick={() => openTrace(query === '' ? {} : { asked: { query, scope: {}, at: null } })}>Open the trace</Button></p>
      {found.data?.degraded.map((note) => <p key={note} className="mt-2 text-warn">{note}</p>)}
    </section>
  );
}

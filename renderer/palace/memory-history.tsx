import { useNavigate } from '@tanstack/react-router';
import type { MemoryDetail, MemoryEdge } from '../../contract/index.ts';
import { ago, edgeNames, useInspector } from '../ui/index.ts';

const reasons = { created: 'Noted', edited: 'Corrected', superseded: 'Replaced by a newer fact', merged: 'Confirmed by another source' };

/** Ties to other memories, earlier versions, and the answers that used it. */
export function MemoryHistory({ memory }: { memory: MemoryDetail }) {
  const { inspect } = useInspector();
  const navigate = useNavigate();
  const ties = Object.groupBy(memory.edges, (edge) => edge.type);
  return (
    <>
      {memory.edges.length > 0 && (
        <section>
          <h3 className="eyebrow mb-1">Ties</h3>
          {(Object.entries(ties) as [MemoryEdge['type'], MemoryEdge[]][]).map(([type, edges]) => (
            <div key={type} className="mb-1.5">
              <p className="text-xs text-muted">{edgeNames[type]}</p>
              <ul>
                {edges.map((edge) => {
                  const other = edge.from === memory.id ? edge.to : edge.from;
                  return (
                    <li key={`${edge.from}${edge.to}`}>
                      <button type="button" onClick={() => inspect({ what: 'memory', id: other })} className="remembered min-h-6 rounded-control text-left underline decoration-line underline-offset-3 hover:text-accent">
                        {edge.keyFact}
                      </button>
                      {edge.to === memory.id && type !== 'related_to' && type !== 'next_to' && <span className="text-xs text-muted"> (that one points here)</span>}
                    </li>
                  );
                })}
              </ul>
            </div>
          ))}
        </section>
      )}
      <section>
        <h3 className="eyebrow mb-1">Versions</h3>
        {memory.versions.length === 0 && <p className="text-muted">Never changed.</p>}
        <ol className="flex flex-col gap-2">
          {memory.versions.toSorted((a, b) => b.version - a.version).map((version) => (
            <li key={version.version} className="border-l-2 pl-3">
              <p className="text-xs text-muted"><span className="figures">{version.version}</span> · {reasons[version.reason]} {ago(version.changedAt)}{version.version === memory.version && ' · now'}</p>
              <p className={`remembered ${version.version === memory.version ? '' : 'text-muted'}`}>{version.text}</p>
            </li>
          ))}
        </ol>
      </section>
      <section>
        <h3 className="eyebrow mb-1">Answers that used it</h3>
        {memory.usedIn.length === 0 ? <p className="text-muted">None yet.</p> : (
          <ul>
            {memory.usedIn.map((use) => (
              <li key={use.message} className="flex items-baseline justify-between gap-3">
                <button
                  type="button" className="min-h-6 min-w-0 truncate rounded-control text-left underline decoration-line underline-offset-3 hover:text-accent"
                  onClick={() => void navigate({ to: '/chats/$session', params: { session: use.session }, search: (before: Record<string, unknown>) => before } as never)}
                >
                  {use.title}
                </button>
                <span className="shrink-0 text-xs text-muted">{ago(use.usedAt)}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

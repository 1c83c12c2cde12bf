import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { client, engine, faultOf, queryClient, type Fault } from '../bridge/index.ts';
import { Button, ErrorNotice, Loading, Progress, SelectField, TextField, toast } from '../ui/index.ts';

/** Sources of embeddings: what is there, how far it has come, and how to add one. */
export function Embedders({ disabled }: { disabled: boolean }) {
  const embedders = useQuery(engine.models.embedders.queryOptions());
  const [source, setSource] = useState('');
  const [sha256, setSha256] = useState('');
  const [as, setAs] = useState<'addEmbedder' | 'addReranker'>('addEmbedder');
  const [fault, setFault] = useState<Fault | null>(null);
  const [busy, setBusy] = useState<string | null>(null);

  async function run(what: string, call: () => Promise<unknown>, said: string) {
    setBusy(what);
    setFault(null);
    try {
      await call();
      toast(said);
      void queryClient.invalidateQueries({ queryKey: engine.models.key() });
      void queryClient.invalidateQueries({ queryKey: engine.settings.key() });
      return true;
    } catch (error) {
      setFault(faultOf(error));
      return false;
    } finally {
      setBusy(null);
    }
  }

  async function add(event: FormEvent) {
    event.preventDefault();
    const added = await run('add', () => client.models[as]({ source: source.trim(), ...(sha256.trim() !== '' && { sha256: sha256.trim() }) }), 'Fetching the model in the background');
    if (added) setSource('');
  }

  return (
    <section aria-labelledby="embedders-title" className="py-4">
      <h2 id="embedders-title" className="mb-2 font-medium">Embedding models</h2>
      {embedders.isPending && <Loading rows={2} />}
      {embedders.error && <ErrorNotice fault={faultOf(embedders.error)} onRetry={() => void embedders.refetch()} />}
      <ul className="flex flex-col gap-2">
        {embedders.data?.map((embedder) => (
          <li key={embedder.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-panel border p-3">
            <span className="font-medium">{embedder.label}</span>
            <span className="text-muted">{embedder.dimensions} dimensions{embedder.available ? '' : ', not reachable'}</span>
            <span className="ml-auto">
              {embedder.active ? <span className="text-accent">In use</span> : <Button size="small" disabled={disabled || !embedder.available} busy={busy === embedder.id} onClick={() => void run(embedder.id, () => client.models.useEmbedder({ id: embedder.id }), 'Computing the vectors again in the background')}>Use</Button>}
            </span>
            <span className="flex w-full items-center gap-3 text-xs text-muted">
              <Progress className="flex-1" label={`${embedder.label}: memories with a vector`} value={embedder.total === 0 ? 1 : embedder.embedded / embedder.total} />
              <span className="figures">{embedder.embedded.toLocaleString()} of {embedder.total.toLocaleString()}</span>
            </span>
          </li>
        ))}
      </ul>
      <form onSubmit={(event) => void add(event)} className="mt-3 grid items-end gap-2 sm:grid-cols-[1fr_180px_170px_auto]">
        <TextField label="Add from a folder or address" placeholder="Folder with model.onnx and tokenizer.json, or https://…" value={source} disabled={disabled} onChange={(event) => setSource(event.target.value)} />
        <TextField label="Checksum (SHA-256)" placeholder="optional" value={sha256} disabled={disabled} onChange={(event) => setSha256(event.target.value)} />
        <SelectField label="It is" value={as} disabled={disabled} onChange={(event) => setAs(event.target.value as typeof as)}>
          <option value="addEmbedder">an embedding model</option>
          <option value="addReranker">a cross-encoder</option>
        </SelectField>
        <Button type="submit" disabled={disabled || source.trim() === ''} busy={busy === 'add'}>Add</Button>
      </form>
      {fault && <ErrorNotice className="mt-3" fault={fault} />}
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Cloud, HardDrive } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { ProviderKind, type Model } from '../../contract/index.ts';
import { client, engine, faultOf, queryClient, type Fault } from '../bridge/index.ts';
import { Button, ErrorNotice, Loading, SelectField, TextField } from '../ui/index.ts';
import { Frame } from './frame.tsx';

const kinds: { kind: ProviderKind; label: string; needsUrl: boolean; needsKey: boolean; url?: string }[] = [
  { kind: 'ollama', label: 'Ollama on this computer', needsUrl: true, needsKey: false, url: 'http://127.0.0.1:11434' },
  { kind: 'anthropic', label: 'Anthropic', needsUrl: false, needsKey: true },
  { kind: 'openai', label: 'OpenAI', needsUrl: false, needsKey: true },
  { kind: 'google', label: 'Google', needsUrl: false, needsKey: true },
  { kind: 'openai-compatible', label: 'Another server (OpenAI protocol)', needsUrl: true, needsKey: false, url: 'http://127.0.0.1:8080/v1' },
];

/** Finds or adds a chat model; Engram also works without one. */
export function ModelStep({ onDone }: { onDone: () => void }) {
  const found = useQuery(engine.models.list.queryOptions());
  const models = found.data?.models.filter((model) => model.id !== 'builtin') ?? [];
  const [choice, setChoice] = useState<string>();
  const [adding, setAdding] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const chosen = choice ?? models[0]?.id;

  async function use(model: string) {
    setBusy(true);
    setFault(null);
    try {
      await client.models.test({ model });
      await client.settings.set({ 'chat.model': model });
      onDone();
    } catch (error) {
      setFault(faultOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Frame
      progress={{ step: 3, of: 5 }}
      title="Who should answer?"
      lead="A model writes the answers; the memory stays here either way. Without one, Engram answers by quoting what it remembers."
    >
      {found.isPending ? <Loading rows={3} label="Looking for models" /> : models.length > 0 && !adding ? (
        <fieldset className="flex flex-col gap-2">
          <legend className="sr-only">Model</legend>
          {models.slice(0, 12).map((model) => <ModelChoice key={model.id} model={model} checked={model.id === chosen} onChoose={() => setChoice(model.id)} />)}
        </fieldset>
      ) : (
        <AddProvider onAdded={() => setAdding(false)} nothingFound={models.length === 0} />
      )}
      {fault && <div className="mt-4"><ErrorNotice fault={fault} /></div>}
      <div className="mt-8 flex flex-wrap gap-2">
        {chosen && !adding && <Button look="primary" size="large" busy={busy} onClick={() => void use(chosen)}>Test and use it</Button>}
        {models.length > 0 && <Button size="large" onClick={() => setAdding(!adding)}>{adding ? 'Back to the list' : 'Add another'}</Button>}
        <Button look={models.length > 0 ? 'quiet' : 'plain'} size="large" onClick={onDone}>Go on without a model</Button>
      </div>
    </Frame>
  );
}

function ModelChoice({ model, checked, onChoose }: { model: Model; checked: boolean; onChoose: () => void }) {
  const Icon = model.local ? HardDrive : Cloud;
  return (
    <label className={`flex min-h-10 cursor-pointer items-center gap-3 rounded-control border px-3 py-2 ${checked ? 'border-accent bg-tint' : 'border-edge bg-raised'}`}>
      <input type="radio" name="model" checked={checked} onChange={onChoose} className="size-4 accent-accent" />
      <span className="min-w-0 flex-1 truncate font-medium">{model.label}</span>
      <span className="flex items-center gap-1.5 text-xs text-muted"><Icon aria-hidden size={13} strokeWidth={1.5} />{model.local ? 'on this computer' : model.provider}</span>
    </label>
  );
}

function AddProvider({ onAdded, nothingFound }: { onAdded: () => void; nothingFound: boolean }) {
  const [kind, setKind] = useState(kinds[0]!);
  const [url, setUrl] = useState(kind.url ?? '');
  const [key, setKey] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const [reason, setReason] = useState<string | null>(null);

  async function add(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setFault(null);
    setReason(null);
    try {
      await client.models.saveProvider({ name: kind.kind, kind: kind.kind, ...(kind.needsUrl && { baseUrl: url }), ...(key !== '' && { key }) });
      const list = await client.models.list();
      queryClient.setQueryData(engine.models.list.queryKey(), list);
      const away = list.unreachable.find((other) => other.provider === kind.kind);
      if (away) setReason(away.reason);
      else onAdded();
    } catch (error) {
      setFault(faultOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form onSubmit={(event) => void add(event)} className="flex flex-col gap-4">
      {nothingFound && <p className="text-muted">No model was found on this computer.</p>}
      <SelectField
        label="Where the model runs" value={kind.kind} className="h-10"
        onChange={(event) => {
          const next = kinds.find((other) => other.kind === event.target.value)!;
          setKind(next);
          setUrl(next.url ?? '');
        }}
      >
        {kinds.map((other) => <option key={other.kind} value={other.kind}>{other.label}</option>)}
      </SelectField>
      {kind.needsUrl && <TextField label="Address" type="url" required value={url} onChange={(event) => setUrl(event.target.value)} className="h-10" />}
      {(kind.needsKey || kind.kind === 'openai-compatible') && (
        <TextField
          label={kind.needsKey ? 'Key' : 'Key (if it needs one)'} type="password" required={kind.needsKey} value={key} className="h-10"
          onChange={(event) => setKey(event.target.value)} help="Kept encrypted in the vault, sent only to this provider."
        />
      )}
      {fault && <ErrorNotice fault={fault} />}
      {reason && <ErrorNotice fault={{ message: `${kind.label} did not answer.`, action: 'Check the address, and that it is running.', data: { detail: reason } }} />}
      <div><Button type="submit" size="large" look={nothingFound ? 'primary' : 'plain'} busy={busy}>Connect</Button></div>
    </form>
  );
}

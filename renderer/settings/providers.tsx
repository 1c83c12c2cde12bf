import { useQuery } from '@tanstack/react-query';
import { Cloud, HardDrive, Plus } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { ProviderInput, ProviderKind, type Provider } from '../../contract/index.ts';
import { client, engine, faultOf, queryClient, type Fault } from '../bridge/index.ts';
import { Button, Confirm, Dialog, Empty, ErrorNotice, Loading, SelectField, span, TextField } from '../ui/index.ts';

const kindNames: Record<ProviderKind, string> = {
  ollama: 'Ollama', openai: 'OpenAI', 'openai-compatible': 'OpenAI protocol', anthropic: 'Anthropic', google: 'Google',
};
const usualUrl: Partial<Record<ProviderKind, string>> = { ollama: 'http://127.0.0.1:11434', 'openai-compatible': 'http://127.0.0.1:8080/v1' };

/** Where models come from; each can be tested. */
export function Providers({ disabled }: { disabled: boolean }) {
  const providers = useQuery(engine.models.providers.queryOptions());
  const [editing, setEditing] = useState<Provider | 'new' | null>(null);
  return (
    <section aria-labelledby="providers-title" className="py-4">
      <div className="mb-2 flex items-center justify-between">
        <h2 id="providers-title" className="font-medium">Providers</h2>
        <Button icon={Plus} disabled={disabled} onClick={() => setEditing('new')}>Add provider</Button>
      </div>
      {providers.error && <ErrorNotice fault={faultOf(providers.error)} onRetry={() => void providers.refetch()} />}
      {providers.isPending && !providers.error && <Loading rows={2} />}
      {providers.data?.length === 0 && <Empty className="rounded-panel border py-8" title="No provider yet">Answers come from memory alone. Add Ollama on this computer, or a service with a key.</Empty>}
      <ul className="flex flex-col gap-2">
        {providers.data?.map((provider) => <ProviderCard key={provider.name} provider={provider} disabled={disabled} onEdit={() => setEditing(provider)} />)}
      </ul>
      {editing && <EditProvider provider={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />}
    </section>
  );
}

function ProviderCard({ provider, disabled, onEdit }: { provider: Provider; disabled: boolean; onEdit: () => void }) {
  const [testing, setTesting] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const [removing, setRemoving] = useState(false);
  const Icon = provider.local ? HardDrive : Cloud;

  async function test() {
    setTesting(true);
    setSaid(null);
    setFault(null);
    try {
      const list = await client.models.list();
      queryClient.setQueryData(engine.models.list.queryKey(), list);
      const away = list.unreachable.find((other) => other.provider === provider.name);
      const model = list.models.find((other) => other.provider === provider.name);
      if (away) setFault({ code: 'PROVIDER_UNREACHABLE', message: 'It did not answer.', action: 'Check the address, the key and the connection.', data: { detail: away.reason } });
      else if (!model) setFault({ code: 'PROVIDER_FAILED', message: 'It answered, but offers no model.', action: 'Load a model there, then test again.', data: {} });
      else {
        const { ms } = await client.models.test({ model: model.id });
        setSaid(`${model.label} answered in ${span(ms / 1000)}.`);
      }
    } catch (error) {
      setFault(faultOf(error));
    } finally {
      setTesting(false);
    }
  }

  async function remove() {
    setRemoving(false);
    try {
      await client.models.removeProvider({ name: provider.name });
      void queryClient.invalidateQueries({ queryKey: engine.models.key() });
    } catch (error) {
      setFault(faultOf(error));
    }
  }

  return (
    <li className="rounded-panel border p-3">
      <div className="flex flex-wrap items-center gap-2">
        <Icon aria-hidden size={16} strokeWidth={1.5} className="text-muted" />
        <span className="font-medium">{provider.name}</span>
        <span className="text-muted">{kindNames[provider.kind]}{provider.local ? ', on this computer' : ', cloud'}{provider.hasKey ? ', key stored' : ''}</span>
        <span className="ml-auto flex gap-1.5">
          <Button size="small" busy={testing} onClick={() => void test()}>Test</Button>
          <Button size="small" disabled={disabled} onClick={onEdit}>Change</Button>
          <Button size="small" look="quiet" disabled={disabled} onClick={() => setRemoving(true)}>Remove</Button>
        </span>
      </div>
      {provider.baseUrl && <p className="figures mt-1 text-xs break-all text-muted">{provider.baseUrl}</p>}
      {said && <p role="status" className="mt-1.5 text-accent">{said}</p>}
      {fault && <ErrorNotice className="mt-2" fault={fault} />}
      <Confirm
        open={removing} onClose={() => setRemoving(false)} title={`Remove ${provider.name}?`}
        actions={<><Button onClick={() => setRemoving(false)}>Keep it</Button><Button look="danger" onClick={() => void remove()}>Remove</Button></>}
      >
        <p>Its key is erased from the vault. Chats that used it stay.</p>
      </Confirm>
    </li>
  );
}

function EditProvider({ provider, onClose }: { provider: Provider | null; onClose: () => void }) {
  const [kind, setKind] = useState<ProviderKind>(provider?.kind ?? 'ollama');
  const [name, setName] = useState(provider?.name ?? 'ollama');
  const [url, setUrl] = useState(provider?.baseUrl ?? usualUrl[kind] ?? '');
  const [key, setKey] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const [problems, setProblems] = useState<Record<string, string>>({});

  async function save(event: FormEvent) {
    event.preventDefault();
    const input = ProviderInput.safeParse({ name, kind, ...(url.trim() !== '' && { baseUrl: url.trim() }), ...(key !== '' && { key }) });
    if (!input.success) return setProblems(Object.fromEntries(input.error.issues.map((issue) => [String(issue.path[0]), issue.message])));
    setProblems({});
    setBusy(true);
    setFault(null);
    try {
      await client.models.saveProvider(input.data);
      void queryClient.invalidateQueries({ queryKey: engine.models.key() });
      onClose();
    } catch (error) {
      setFault(faultOf(error));
      setBusy(false);
    }
  }

  return (
    <Dialog open onClose={onClose} title={provider ? `Change ${provider.name}` : 'Add a provider'}>
      <form onSubmit={(event) => void save(event)} className="flex flex-col gap-3">
        {!provider && (
          <SelectField
            label="Kind" value={kind}
            onChange={(event) => {
              const next = ProviderKind.parse(event.target.value);
              setKind(next);
              setName(next);
              setUrl(usualUrl[next] ?? '');
            }}
          >
            {ProviderKind.options.map((option) => <option key={option} value={option}>{kindNames[option]}</option>)}
          </SelectField>
        )}
        {!provider && <TextField label="Name" help="Stands before the model's name, as in name/model." value={name} error={problems.name} onChange={(event) => setName(event.target.value)} />}
        <TextField label={usualUrl[kind] ? 'Address' : 'Address (empty for the usual one)'} type="url" value={url} error={problems.baseUrl} onChange={(event) => setUrl(event.target.value)} className="figures" />
        <TextField
          label="Key" type="password" value={key} error={problems.key} onChange={(event) => setKey(event.target.value)}
          help={provider?.hasKey ? 'Leave empty to keep the stored one.' : 'Kept encrypted in the vault; never shown again.'}
        />
        {fault && <ErrorNotice fault={fault} />}
        <div className="mt-1 flex justify-end gap-2"><Button onClick={onClose}>Cancel</Button><Button type="submit" look="primary" busy={busy}>Save</Button></div>
      </form>
    </Dialog>
  );
}

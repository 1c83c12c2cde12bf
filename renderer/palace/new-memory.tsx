import { useState } from 'react';
import { Category, MemoryKind } from '../../contract/index.ts';
import { client, engine, faultOf, queryClient, type Fault } from '../bridge/index.ts';
import { Button, categoryNames, Dialog, ErrorNotice, kindNames, SelectField, TextArea, TextField, toast, useInspector } from '../ui/index.ts';

/** A person writes a memory by hand. */
export function NewMemory({ onClose }: { onClose: () => void }) {
  const { inspect } = useInspector();
  const [text, setText] = useState('');
  const [kind, setKind] = useState('');
  const [category, setCategory] = useState('');
  const [project, setProject] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);

  async function save() {
    setBusy(true);
    setFault(null);
    try {
      const kept = await client.memories.remember({
        text,
        ...(kind !== '' && { kind: MemoryKind.parse(kind) }),
        ...(category !== '' && { category: Category.parse(category) }),
        ...(project.trim() !== '' && { scope: { project: project.trim() } }),
      });
      void queryClient.invalidateQueries({ queryKey: engine.memories.key() });
      toast({ stored: 'Remembered', merged: 'Known already, now confirmed', superseded: 'Remembered; an older fact was closed' }[kept.outcome]);
      onClose();
      inspect({ what: 'memory', id: kept.id });
    } catch (error) {
      setFault(faultOf(error));
      setBusy(false);
    }
  }

  const problem = fault?.data.issues?.find((issue) => issue.path.includes('text'))?.message;
  return (
    <Dialog open onClose={onClose} title="Remember something">
      <form onSubmit={(event) => { event.preventDefault(); void save(); }} className="flex flex-col gap-3">
        <TextArea label="What to remember" help="One thing, as you would say it. At most 8 KB." rows={4} autoFocus value={text} onChange={(event) => setText(event.target.value)} className="remembered" error={problem} />
        <div className="grid gap-3 sm:grid-cols-3">
          <SelectField label="Kind" value={kind} onChange={(event) => setKind(event.target.value)}>
            <option value="">Decide for me</option>
            {MemoryKind.options.map((value) => <option key={value} value={value}>{kindNames[value]}</option>)}
          </SelectField>
          <SelectField label="About" value={category} onChange={(event) => setCategory(event.target.value)}>
            <option value="">Decide for me</option>
            {Category.options.map((value) => <option key={value} value={value}>{categoryNames[value]}</option>)}
          </SelectField>
          <TextField label="Project" placeholder="Everywhere" value={project} maxLength={200} onChange={(event) => setProject(event.target.value)} />
        </div>
        {fault && !problem && <ErrorNotice fault={fault} />}
        <div className="mt-1 flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" busy={busy} disabled={text.trim() === ''}>Remember</Button>
        </div>
      </form>
    </Dialog>
  );
}

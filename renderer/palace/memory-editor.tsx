import { useState } from 'react';
import { Category, type MemoryDetail } from '../../contract/index.ts';
import { engine, faultOf, queryClient, type Fault } from '../bridge/index.ts';
import { announce, Button, categoryNames, ErrorNotice, SelectField, TextArea, TextField } from '../ui/index.ts';
import { update } from './actions.ts';

/** Corrects a memory where it stands. The old text becomes a version. */
export function MemoryEditor({ memory, onClose }: { memory: MemoryDetail; onClose: () => void }) {
  const [text, setText] = useState(memory.text);
  const [category, setCategory] = useState<Category>(memory.category);
  const [project, setProject] = useState(memory.scope.project ?? '');
  const [importance, setImportance] = useState(memory.importance);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);

  async function save() {
    setBusy(true);
    setFault(null);
    const { project: before, ...scope } = memory.scope;
    try {
      await update({
        id: memory.id,
        ...(text !== memory.text && { text }),
        ...(category !== memory.category && { category }),
        ...(importance !== memory.importance && { importance }),
        ...(project.trim() !== (before ?? '') && { scope: project.trim() === '' ? scope : { ...scope, project: project.trim() } }),
      });
      await queryClient.invalidateQueries({ queryKey: engine.memories.key() });
      announce('Corrected');
      onClose();
    } catch (error) {
      setFault(faultOf(error));
      setBusy(false);
    }
  }

  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => { event.preventDefault(); void save(); }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.stopPropagation();
          onClose();
        }
      }}
    >
      <TextArea label="Text" hideLabel autoFocus dir="auto" rows={4} value={text} onChange={(event) => setText(event.target.value)} className="remembered field-sizing-content" />
      <div className="grid grid-cols-2 gap-3">
        <SelectField label="About" value={category} onChange={(event) => setCategory(Category.parse(event.target.value))}>
          {Category.options.map((value) => <option key={value} value={value}>{categoryNames[value]}</option>)}
        </SelectField>
        <TextField label="Project" placeholder="Everywhere" value={project} maxLength={200} onChange={(event) => setProject(event.target.value)} />
      </div>
      <label className="flex items-center gap-3">
        <span className="font-medium">Importance</span>
        <input type="range" min={0} max={1} step={0.05} value={importance} onChange={(event) => setImportance(Number(event.target.value))} className="h-6 min-w-0 flex-1 accent-accent" />
        <span className="figures text-xs">{importance.toFixed(2)}</span>
      </label>
      {fault && <ErrorNotice fault={fault} />}
      <div className="flex gap-2">
        <Button look="primary" type="submit" busy={busy} disabled={text.trim() === ''}>Save</Button>
        <Button look="quiet" onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}

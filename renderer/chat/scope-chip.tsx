import { useQuery } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import type { Session } from '../../contract/index.ts';
import { engine } from '../bridge/index.ts';
import { Button, Popover, scopeName, TextField } from '../ui/index.ts';
import { changeSession } from './use-session.ts';

/** Which memories this chat may see: all general ones, and those of one project. */
export function ScopeChip({ session, icon }: { session: Session; icon: LucideIcon }) {
  const sessions = useQuery(engine.chat.sessions.queryOptions());
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const projects = [...new Set(sessions.data?.flatMap((other) => other.scope.project ?? []))].sort();

  const choose = (project: string | undefined) => {
    const { project: _before, ...rest } = session.scope;
    void changeSession(session.id, { scope: project === undefined ? rest : { ...rest, project } });
    setOpen(false);
    setName('');
  };

  return (
    <Popover
      open={open} onOpenChange={setOpen} side="top" title="Where this chat belongs" className="w-72"
      trigger={<Button look="quiet" size="small" icon={icon} className="max-w-44"><span className="truncate">{scopeName(session.scope)}</span></Button>}
    >
      <p className="mb-2 text-xs text-muted">A chat in a project reads general memories and those of the project. What it saves stays in the project.</p>
      <div className="flex flex-col gap-0.5">
        {[undefined, ...projects].map((project) => (
          <button
            key={project ?? ''} type="button" aria-pressed={session.scope.project === project} onClick={() => choose(project)}
            className="min-h-8 rounded-control px-2 text-left hover:bg-sunken aria-pressed:bg-tint aria-pressed:font-medium"
          >
            {project ?? 'Everywhere'}
          </button>
        ))}
      </div>
      <form className="mt-2 flex items-end gap-2 border-t pt-2" onSubmit={(event) => { event.preventDefault(); if (name.trim()) choose(name.trim()); }}>
        <div className="flex-1"><TextField label="New project" hideLabel placeholder="New project" value={name} maxLength={200} onChange={(event) => setName(event.target.value)} /></div>
        <Button type="submit" disabled={name.trim() === ''}>Add</Button>
      </form>
    </Popover>
  );
}

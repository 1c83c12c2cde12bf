import { Dialog } from '@base-ui/react/dialog';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useAtom, useSetAtom } from 'jotai';
import { ArrowLeftRight, Brain, EyeOff, Inbox, Keyboard, LockKeyhole, MessageSquare, Plus, Route, Search, Settings2, ShieldCheck } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { engine, lockVault } from '../bridge/index.ts';
import { chords, cx, KindGlyph, shown, useInspector, useSettled } from '../ui/index.ts';
import { paletteOpenAtom, sheetOpenAtom } from './layout-state.ts';
import { useOpenChat } from './open-chat.ts';

interface Entry {
  id: string;
  group: 'Do' | 'Chats' | 'Memories';
  label: string;
  icon: ReactNode;
  hint?: string;
  serif?: boolean;
  run: () => void;
}

const glyph = { 'aria-hidden': true, size: 15, strokeWidth: 1.5 } as const;

export function Palette() {
  const [open, setOpen] = useAtom(paletteOpenAtom);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-[var(--overlay)]" />
        <Dialog.Popup aria-label="Find or do anything" className="fixed top-[12vh] left-1/2 z-40 flex max-h-[70vh] w-[calc(100vw-24px)] max-w-144 -translate-x-1/2 flex-col overflow-hidden rounded-panel border bg-raised shadow-overlay">
          <Finder onClose={() => setOpen(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Finder({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const entries = useEntries(text);
  const current = Math.min(at, Math.max(0, entries.length - 1));

  useEffect(() => {
    list.current?.querySelector(`[data-entry="${current}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [current]);

  function choose(entry: Entry | undefined) {
    if (entry === undefined) return;
    onClose();
    entry.run();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown') setAt((current + 1) % Math.max(1, entries.length));
    else if (event.key === 'ArrowUp') setAt((current - 1 + entries.length) % Math.max(1, entries.length));
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) choose(entries[current]);
    else return;
    event.preventDefault();
  }

  return (
    <>
      <div className="flex items-center gap-2.5 border-b px-3.5">
        <Search {...glyph} className="shrink-0 text-muted" />
        <input
          autoFocus value={text} onChange={(event) => { setText(event.target.value); setAt(0); }} onKeyDown={onKeyDown}
          placeholder="A chat, a memory, or something to do" aria-label="Find or do anything"
          role="combobox" aria-expanded aria-controls={`${id}-list`} aria-autocomplete="list"
          aria-activedescendant={entries[current] ? `${id}-${current}` : undefined}
          className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none"
        />
      </div>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label="Results" className="quiet-scroll min-h-0 overflow-y-auto p-1.5">
        {entries.length === 0 && <p className="px-2 py-6 text-center text-muted">Nothing found.</p>}
        {entries.map((entry, n) => (
          <div key={entry.id}>
            {entries[n - 1]?.group !== entry.group && <p aria-hidden className="eyebrow px-2 pt-2 pb-1">{entry.group}</p>}
            <div
              id={`${id}-${n}`} role="option" aria-selected={n === current} data-entry={n} onPointerMove={() => setAt(n)} onClick={() => choose(entry)}
              className={cx('flex min-h-9 cursor-pointer items-center gap-2.5 rounded-control px-2', n === current && 'bg-tint')}
            >
              <span className="grid w-4 place-items-center text-muted">{entry.icon}</span>
              <span className={cx('min-w-0 flex-1 truncate', entry.serif && 'remembered')}>{entry.label}</span>
              {entry.hint && <kbd className="text-muted">{entry.hint}</kbd>}
            </div>
          </div>
        ))}
      </div>
    </>
  );
}

function useEntries(text: string): Entry[] {
  const navigate = useNavigate();
  const openChat = useOpenChat();
  const setSheet = useSetAtom(sheetOpenAtom);
  const { inspect } = useInspector();
  const wanted = text.trim().toLowerCase();
  const settled = useSettled(text.trim(), 100);
  const sessions = useQuery(engine.chat.sessions.queryOptions()).data ?? [];
  const memories = useQuery({
    ...engine.memories.list.queryOptions({ input: { filter: { text: settled, status: ['active'] }, limit: 8 } }),
    enabled: settled.length > 1,
    placeholderData: keepPreviousData,
  }).data?.items ?? [];
  const go = (to: string) => () => void navigate({ to } as never);

  const actions: Entry[] = [
    { id: 'new', group: 'Do', label: 'New chat', icon: <Plus {...glyph} />, hint: shown(chords.newChat), run: () => void openChat() },
    { id: 'off', group: 'Do', label: 'New chat off the record', icon: <EyeOff {...glyph} />, hint: shown(chords.offRecord), run: () => void openChat(true) },
    { id: 'memories', group: 'Do', label: 'Go to memories', icon: <Brain {...glyph} />, hint: shown(chords.memories), run: go('/memories') },
    { id: 'recall', group: 'Do', label: 'See how a question finds memories', icon: <Route {...glyph} />, run: go('/recall') },
    { id: 'review', group: 'Do', label: 'Review what waits for approval', icon: <Inbox {...glyph} />, run: go('/review') },
    { id: 'transfer', group: 'Do', label: 'Import or export memories', icon: <ArrowLeftRight {...glyph} />, hint: shown(chords.transfer), run: go('/transfer') },
    { id: 'models', group: 'Do', label: 'Settings: models and providers', icon: <Settings2 {...glyph} />, run: go('/settings/models') },
    { id: 'remembering', group: 'Do', label: 'Settings: what is remembered', icon: <Settings2 {...glyph} />, run: go('/settings/remembering') },
    { id: 'security', group: 'Do', label: 'Vault: passphrase, kit and locking', icon: <ShieldCheck {...glyph} />, run: go('/vault/protection') },
    { id: 'backups', group: 'Do', label: 'Vault: back up and restore', icon: <ShieldCheck {...glyph} />, run: go('/vault/backups') },
    { id: 'access', group: 'Do', label: 'Vault: who else has access', icon: <ShieldCheck {...glyph} />, run: go('/vault/access') },
    { id: 'erase', group: 'Do', label: 'Vault: erase everything of somebody', icon: <ShieldCheck {...glyph} />, run: go('/vault/erase') },
    { id: 'record', group: 'Do', label: 'Vault: the audit trail', icon: <ShieldCheck {...glyph} />, run: go('/vault/audit') },
    { id: 'appearance', group: 'Do', label: 'Settings: appearance', icon: <Settings2 {...glyph} />, run: go('/settings/appearance') },
    { id: 'keys', group: 'Do', label: 'Keyboard shortcuts', icon: <Keyboard {...glyph} />, hint: shown(chords.sheet), run: () => setSheet(true) },
    { id: 'lock', group: 'Do', label: 'Lock the vault', icon: <LockKeyhole {...glyph} />, hint: shown(chords.lock), run: () => void lockVault() },
  ];
  const matches = (label: string) => wanted.split(/\s+/).every((word) => label.toLowerCase().includes(word));
  const chats = sessions
    .filter((session) => session.leaf !== null && !session.offRecord && matches(session.title))
    .toSorted((a, b) => b.updatedAt - a.updatedAt)
    .slice(0, wanted === '' ? 5 : 8);
  return [
    ...actions.filter((action) => matches(action.label)),
    ...chats.map((session): Entry => ({
      id: session.id, group: 'Chats', label: session.title, icon: <MessageSquare {...glyph} />,
      run: () => void navigate({ to: '/chats/$session', params: { session: session.id } } as never),
    })),
    ...(settled.length > 1 && wanted !== '' ? memories : []).map((memory): Entry => ({
      id: memory.id, group: 'Memories', label: memory.keyFact || memory.text, icon: <KindGlyph kind={memory.kind} />, serif: true,
      run: () => inspect({ what: 'memory', id: memory.id }),
    })),
  ];
}

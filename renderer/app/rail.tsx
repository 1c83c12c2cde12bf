import { Link, useLocation, useNavigate, useParams, type UseNavigateResult } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, Brain, EyeOff, Inbox, MoreHorizontal, PanelLeftClose, PanelLeftOpen, Pencil, Plus, Route, Settings2, ShieldCheck, Trash2, type LucideIcon } from 'lucide-react';
import { useAtom } from 'jotai';
import { useState, type ReactNode } from 'react';
import type { Session } from '../../contract/index.ts';
import { client, engine, faultOf, queryClient, useGate } from '../bridge/index.ts';
import { Button, chords, Confirm, cx, Dialog, IconButton, Mark, Menu, MenuItem, shown, TextField, Tip, toast } from '../ui/index.ts';
import { railCollapsedAtom } from './layout-state.ts';
import { useOpenChat } from './open-chat.ts';

const link = 'flex min-h-8 items-center gap-2.5 rounded-control px-2 hover:bg-sunken data-[status=active]:bg-tint data-[status=active]:font-medium';

/** The way around: chats by project, memories, what waits, import, vault, settings. As an overlay it is never collapsed. */
export function Rail({ onNavigate, overlay = false }: { onNavigate: () => void; overlay?: boolean }) {
  const openChat = useOpenChat();
  const [collapsed, setCollapsed] = useAtom(railCollapsedAtom);
  const small = collapsed && !overlay;
  const readOnly = useGate().state === 'readonly';
  const waiting = useQuery(engine.vault.status.queryOptions()).data?.counts?.quarantined ?? 0;
  const open = (offRecord: boolean) => {
    onNavigate();
    void openChat(offRecord);
  };
  const toggle = !overlay && (
    <IconButton icon={small ? PanelLeftOpen : PanelLeftClose} label={small ? 'Widen the menu' : 'Narrow the menu'} aria-expanded={!small} onClick={() => setCollapsed(!small)} />
  );
  const offRecord = <IconButton look="plain" icon={EyeOff} label="New chat off the record" hint={shown(chords.offRecord)} disabled={readOnly} onClick={() => open(true)} />;
  return (
    <nav aria-label="Main" className={cx('flex h-full flex-col bg-surface', small ? 'w-13' : 'w-52')}>
      <div className={cx('flex h-12 shrink-0 items-center gap-2 text-base font-semibold', small ? 'justify-center' : 'pr-2 pl-3.5')}>
        {!small && <><Mark size={20} /><span className="flex-1">Engram</span></>}
        {toggle}
      </div>
      <div className={cx('flex gap-1.5 px-2.5 pb-3', small && 'flex-col')}>
        {small
          ? <IconButton look="plain" icon={Plus} label="New chat" hint={shown(chords.newChat)} disabled={readOnly} onClick={() => open(false)} />
          : <Button className="flex-1 justify-start" icon={Plus} disabled={readOnly} onClick={() => open(false)}>New chat</Button>}
        {offRecord}
      </div>
      <div className="px-2.5 pb-2">
        <RailLink to="/memories" icon={Brain} label="Memories" small={small} onNavigate={onNavigate} />
        <RailLink to="/recall" icon={Route} label="Recall" small={small} onNavigate={onNavigate} />
        <RailLink to="/review" icon={Inbox} label="Review" small={small} onNavigate={onNavigate}>
          {waiting > 0 && (small
            ? <span className="absolute top-1 right-1 size-2 rounded-full bg-warn"><span className="sr-only">{waiting} wait for approval</span></span>
            : <span className="figures ml-auto rounded-full border border-warn px-1.5 text-xs text-warn" role="img" aria-label={`${waiting} wait for approval`}>{waiting > 999 ? '999+' : waiting}</span>)}
        </RailLink>
        <RailLink to="/transfer" icon={ArrowLeftRight} label="Import and export" small={small} onNavigate={onNavigate} />
        <RailLink to="/vault/protection" match="/vault" icon={ShieldCheck} label="Vault" small={small} onNavigate={onNavigate} />
        <RailLink to="/settings/chat" match="/settings" icon={Settings2} label="Settings" small={small} onNavigate={onNavigate} />
      </div>
      {!small && <ChatList onNavigate={onNavigate} />}
    </nav>
  );
}

interface RailLinkProps {
  to: string;
  /** Start of the addresses it stands for, when that is not `to`. */
  match?: string;
  icon: LucideIcon;
  label: string;
  small: boolean;
  children?: ReactNode;
  onNavigate: () => void;
}

function RailLink({ to, match, icon: Icon, label, small, children, onNavigate }: RailLinkProps) {
  const here = useLocation().pathname.startsWith(match ?? to);
  const anchor = (
    <Link to={to as never} onClick={onNavigate} className={cx(link, 'relative', small && 'justify-center')} data-status={here ? 'active' : undefined} aria-current={here ? 'page' : undefined}>
      <Icon aria-hidden size={16} strokeWidth={1.5} className="shrink-0 text-muted" />
      <span className={small ? 'sr-only' : undefined}>{label}</span>
      {children}
    </Link>
  );
  return small ? <Tip text={label}>{anchor}</Tip> : anchor;
}

function ChatList({ onNavigate }: { onNavigate: () => void }) {
  const sessions = useQuery(engine.chat.sessions.queryOptions());
  const current = (useParams({ strict: false }) as { session?: string }).session;
  const listed = (sessions.data ?? [])
    .filter((session) => session.leaf !== null || session.draft !== '' || session.id === current)
    .toSorted((a, b) => b.updatedAt - a.updatedAt);
  const groups = Map.groupBy(listed, (session) => session.scope.project ?? '');
  const names = [...groups.keys()].sort((a, b) => (a === '' ? -1 : b === '' ? 1 : a.localeCompare(b)));

  return (
    <div className="quiet-scroll min-h-0 flex-1 overflow-y-auto border-t px-2.5 py-2">
      {sessions.error && <p className="px-2 text-danger">{faultOf(sessions.error).message}</p>}
      {names.map((name) => (
        <section key={name} aria-label={name === '' ? 'Chats' : `Chats in ${name}`} className="mb-3">
          <h2 className="eyebrow truncate px-2 py-1">{name === '' ? 'Chats' : name}</h2>
          <ul>
            {groups.get(name)!.map((session) => <ChatLink key={session.id} session={session} current={session.id === current} onNavigate={onNavigate} />)}
          </ul>
        </section>
      ))}
    </div>
  );
}

function ChatLink({ session, current, onNavigate }: { session: Session; current: boolean; onNavigate: () => void }) {
  const navigate = useNavigate();
  const [renaming, setRenaming] = useState(false);
  const [removing, setRemoving] = useState(false);
  const empty = session.leaf === null;
  return (
    <li className="group/chat relative flex items-center">
      <Link
        to={'/chats/$session' as never} params={{ session: session.id } as never} onClick={onNavigate} aria-current={current ? 'page' : undefined}
        className={cx(link, 'min-h-(--row) min-w-0 flex-1 pr-7', current && 'bg-tint font-medium')}
      >
        {session.offRecord && <EyeOff aria-label="Off the record" size={13} strokeWidth={1.5} className="shrink-0 text-muted" />}
        <span className={cx('truncate', empty && 'text-muted')}>{session.offRecord && empty ? 'Off the record' : session.title}</span>
        {session.draft !== '' && <span className="ml-auto text-xs text-muted">draft</span>}
      </Link>
      <span className="absolute right-1 opacity-0 group-focus-within/chat:opacity-100 group-hover/chat:opacity-100 has-data-popup-open:opacity-100 pointer-coarse:opacity-100">
        <Menu align="end" trigger={<IconButton size="small" icon={MoreHorizontal} label={`More for ${session.offRecord ? 'this chat' : session.title}`} />}>
          {!session.offRecord && <MenuItem icon={Pencil} onSelect={() => setRenaming(true)}>Rename</MenuItem>}
          <MenuItem icon={Trash2} danger onSelect={() => setRemoving(true)}>{session.offRecord ? 'Close and discard' : 'Delete chat'}</MenuItem>
        </Menu>
      </span>
      {renaming && <Rename session={session} onClose={() => setRenaming(false)} />}
      <Confirm
        open={removing} onClose={() => setRemoving(false)}
        title={session.offRecord ? 'Close this chat?' : 'Delete this chat?'}
        actions={
          <>
            <Button onClick={() => setRemoving(false)}>Keep it</Button>
            <Button look="danger" onClick={() => { setRemoving(false); void remove(session, current ? navigate : null); }}>{session.offRecord ? 'Close and discard' : 'Delete'}</Button>
          </>
        }
      >
        <p>{session.offRecord ? 'Nothing of it is kept.' : 'Its messages are removed. Memories drawn from it stay; they can be forgotten one by one.'}</p>
      </Confirm>
    </li>
  );
}

async function remove(session: Session, leave: UseNavigateResult<string> | null): Promise<void> {
  try {
    if (leave) await leave({ to: '/memories' } as never);
    await client.chat.remove({ id: session.id });
    queryClient.setQueryData(engine.chat.sessions.queryKey(), (all) => all?.filter((other) => other.id !== session.id));
    toast(session.offRecord ? 'Discarded' : 'Chat deleted');
  } catch (error) {
    const fault = faultOf(error);
    toast(fault.message, { detail: fault.action });
  }
}

function Rename({ session, onClose }: { session: Session; onClose: () => void }) {
  const [title, setTitle] = useState(session.title);
  return (
    <Dialog open onClose={onClose} title="Rename chat">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onClose();
          client.chat.change({ id: session.id, title }).catch((error: unknown) => toast(faultOf(error).message));
        }}
      >
        <TextField label="Title" value={title} maxLength={200} autoFocus onChange={(event) => setTitle(event.target.value)} />
        <div className="mt-4 flex justify-end gap-2"><Button onClick={onClose}>Cancel</Button><Button look="primary" type="submit" disabled={title.trim() === ''}>Rename</Button></div>
      </form>
    </Dialog>
  );
}

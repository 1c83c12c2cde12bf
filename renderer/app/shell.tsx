import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { useAtom, useSetAtom } from 'jotai';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { engine, lockVault, useConnection, useGate } from '../bridge/index.ts';
import { chooseFiles } from '../transfer/index.ts';
import { announce, chords, undoLast, useEscape, useInspector, useKeys } from '../ui/index.ts';
import { InspectorPanel } from './inspector-panel.tsx';
import { JobStrip } from './job-strip.tsx';
import { paletteOpenAtom, railOpenAtom, sheetOpenAtom } from './layout-state.ts';
import { useLook } from './look.ts';
import { useOpenChat } from './open-chat.ts';
import { Palette } from './palette.tsx';
import { Rail } from './rail.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { TopBar } from './top-bar.tsx';

/** The frame around every screen of an open vault. */
export function Shell() {
  useLook();
  useShellKeys();
  useFileDrop();
  const [railOpen, setRailOpen] = useAtom(railOpenAtom);
  const connection = useConnection();
  const gate = useGate();
  // The rail marks where we are, so it follows the address.
  useRouterState({ select: (state) => state.location.pathname });
  const close = () => setRailOpen(false);

  return (
    <div className="flex h-dvh flex-col">
      <a href="#main" onClick={(event) => { event.preventDefault(); document.getElementById('main')?.focus(); }} className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-control focus:bg-raised focus:px-3 focus:py-2">
        Skip to content
      </a>
      <div className="flex min-h-0 flex-1">
        <div className="hidden border-r md:block"><Rail onNavigate={close} /></div>
        {railOpen && (
          <div className="fixed inset-0 z-30 flex md:hidden" onKeyDown={(event) => event.key === 'Escape' && close()}>
            <div className="h-full border-r shadow-overlay"><Rail overlay onNavigate={close} /></div>
            <button type="button" aria-label="Close menu" onClick={close} className="flex-1 bg-[var(--overlay)]" />
          </div>
        )}
        <div className="flex min-w-0 flex-1 flex-col">
          <TopBar />
          {connection === 'lost' && <Banner>Reconnecting… your text is safe.</Banner>}
          {gate.state === 'readonly' && <ReadOnlyBanner />}
          <main id="main" tabIndex={-1} className="min-h-0 flex-1 overflow-auto outline-none"><Outlet /></main>
        </div>
        <InspectorPanel />
      </div>
      <JobStrip />
      <Palette />
      <ShortcutSheet />
    </div>
  );
}

function Banner({ children, action }: { children: string; action?: ReactNode }) {
  useEffect(() => announce(children), [children]);
  return <p role="status" className="border-b border-warn bg-surface px-4 py-1.5 text-center">{children} {action}</p>;
}

/** Why nothing can be written, and the way to where the person decides. */
function ReadOnlyBanner() {
  const why = useQuery(engine.vault.status.queryOptions()).data?.readOnly;
  if (why === undefined || why === null) return null;
  return (
    <Banner action={<Link to={'/vault/$section' as never} params={{ section: 'protection' } as never} className="text-accent underline underline-offset-2">{why === 'rolled_back' ? 'Decide what to do' : 'What helps'}</Link>}>
      {why === 'rolled_back' ? 'Read only: this vault file is older than the last one seen here.' : 'Read only: the disk is full.'}
    </Banner>
  );
}

function useShellKeys(): void {
  const navigate = useNavigate();
  const setPalette = useSetAtom(paletteOpenAtom);
  const setSheet = useSetAtom(sheetOpenAtom);
  const { inspected, inspect } = useInspector();
  const lastInspected = useRef(inspected);
  if (inspected !== null) lastInspected.current = inspected;
  const openChat = useOpenChat();
  const go = (to: string) => () => void navigate({ to } as never);

  useEscape(() => inspect(null), inspected !== null);
  useKeys({
    [chords.palette]: () => setPalette((open) => !open),
    [chords.newChat]: () => void openChat(),
    [chords.offRecord]: () => void openChat(true),
    [chords.chats]: go('/'),
    [chords.memories]: go('/memories'),
    [chords.transfer]: go('/transfer'),
    [chords.settings]: go('/settings/chat'),
    [chords.sheet]: () => setSheet((open) => !open),
    [chords.lock]: () => void lockVault(),
    [chords.inspector]: () => inspect(inspected === null ? lastInspected.current : null),
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable]') !== null;
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === 'z' && !typing && undoLast()) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}

/** A file dropped anywhere is an import. */
function useFileDrop(): void {
  const navigate = useNavigate();
  const choose = useSetAtom(chooseFiles);
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const over = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      choose([...(event.dataTransfer?.files ?? [])]);
      void navigate({ to: '/transfer' } as never);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop);
    };
  }, [choose, navigate]);
}

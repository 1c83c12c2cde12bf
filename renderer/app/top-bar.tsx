import { useSetAtom } from 'jotai';
import { LockKeyhole, Menu as MenuIcon, Search } from 'lucide-react';
import { isDesktop, lockVault, useConnection, useGate } from '../bridge/index.ts';
import { Button, chords, IconButton, shown, Tip } from '../ui/index.ts';
import { paletteOpenAtom, railOpenAtom } from './layout-state.ts';

export function TopBar() {
  const openPalette = useSetAtom(paletteOpenAtom);
  const openRail = useSetAtom(railOpenAtom);
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-b px-3">
      <span className="md:hidden"><IconButton icon={MenuIcon} label="Menu" onClick={() => openRail(true)} /></span>
      <button
        type="button" onClick={() => openPalette(true)} aria-keyshortcuts="Control+K Meta+K"
        className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-control border border-edge bg-raised px-2.5 text-left text-muted hover:border-text sm:max-w-96"
      >
        <Search aria-hidden size={14} strokeWidth={1.5} className="shrink-0" />
        <span className="min-w-0 flex-1 truncate">Find or do anything</span>
        <kbd className="hidden sm:inline">{shown(chords.palette)}</kbd>
      </button>
      <span className="ml-auto flex items-center gap-2">
        <StatusPill />
        <Tip text="Lock the vault in every window" hint={shown(chords.lock)}>
          <Button icon={LockKeyhole} onClick={() => void lockVault()} aria-keyshortcuts="Control+Shift+L Meta+Shift+L">Lock</Button>
        </Tip>
      </span>
    </header>
  );
}

/** One word on how things stand; the shape says it without the colour. */
function StatusPill() {
  const connection = useConnection();
  const gate = useGate();
  const state = connection !== 'open'
    ? { name: 'Reconnecting', tone: 'text-warn', shape: 'M6 2a4 4 0 1 0 0 8a4 4 0 0 0 0-8z', hollow: true, tip: 'The host is away. Your text is safe.' }
    : gate.state === 'readonly'
      ? { name: 'Read only', tone: 'text-warn', shape: 'M2 5h8v2H2z', hollow: false, tip: 'Nothing can be written to the vault at present. Vault, Protection says why.' }
      : { name: isDesktop ? 'Unlocked' : 'Browser', tone: 'text-accent', shape: 'M6 2.500a3.500 3.500 0 1 0 0 7a3.500 3.500 0 0 0 0-7z', hollow: false, tip: isDesktop ? 'The vault is open on this computer only.' : 'Unlocked, served by this computer. Tray, system unlock and updates exist in the desktop app only.' };
  return (
    <Tip text={state.tip}>
      <span tabIndex={0} className="hidden min-h-6 items-center gap-1.5 rounded-full border px-2 text-xs text-muted sm:inline-flex">
        <svg viewBox="0 0 12 12" width={10} height={10} aria-hidden className={state.tone}>
          <path d={state.shape} fill={state.hollow ? 'none' : 'currentColor'} stroke="currentColor" strokeWidth={1.5} />
        </svg>
        {state.name}
      </span>
    </Tip>
  );
}

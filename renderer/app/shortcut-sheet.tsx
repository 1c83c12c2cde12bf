import { useAtom } from 'jotai';
import { isDesktop } from '../bridge/index.ts';
import { chords, Dialog, shown } from '../ui/index.ts';
import { sheetOpenAtom } from './layout-state.ts';

const rows: [keyof typeof chords | string, string][] = [
  ['palette', 'Find or do anything'], ['newChat', 'New chat'], ['offRecord', 'New chat off the record'], ['chats', 'Chats'],
  ['memories', 'Memories'], ['transfer', 'Import and export'], ['settings', 'Settings'], ['inspector', 'Open or close the panel'],
  ['lock', 'Lock everywhere'], ['undo', 'Undo the last forget'], ['sheet', 'This list'],
  ['Enter', 'Send'], ['Shift+Enter', 'New line'], ['↑', 'Edit the last message, when the field is empty'], ['Esc', 'Close what is on top, then stop the answer'],
];

export function ShortcutSheet() {
  const [open, setOpen] = useAtom(sheetOpenAtom);
  return (
    <Dialog open={open} onClose={() => setOpen(false)} title="Keyboard">
      <dl className="grid grid-cols-[1fr_auto] gap-y-1.5">
        {rows.map(([chord, what]) => (
          <div key={chord} className="contents">
            <dt>{what}</dt>
            <dd><kbd className="rounded-control border px-1.5 py-0.5">{chord in chords ? shown(chords[chord as keyof typeof chords]) : chord}</kbd></dd>
          </div>
        ))}
      </dl>
      {!isDesktop && <p className="mt-4 text-xs text-muted">Browsers keep some keys for themselves; these are the ones that work here.</p>}
    </Dialog>
  );
}

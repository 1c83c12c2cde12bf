import { CornerDownLeft } from 'lucide-react';

const tries = [
  { text: 'Remember that I use metric units.', why: 'Say it once' },
  { text: 'I switched from vim to Helix last week.', why: 'Change your mind later; the older fact is closed, not lost' },
  { text: 'Which units do I use?', why: 'Ask in another chat, and see what the answer stands on' },
];

/** An empty chat: what can be tried, each with a real feature. */
export function ChatStart({ offRecord, onTry }: { offRecord: boolean; onTry: (text: string) => void }) {
  if (offRecord)
    return (
      <div className="pt-[12vh]">
        <h1 className="text-lg font-semibold">Nothing here is kept</h1>
        <p className="mt-1 max-w-[52ch] text-base text-muted">Nothing is written to the vault, not even a draft. Close the chat and it is gone.</p>
      </div>
    );
  return (
    <div className="pt-[10vh]">
      <h1 className="text-lg font-semibold">What is on your mind?</h1>
      <p className="mt-1 text-base text-muted">Tell something worth keeping, or ask about what you told before.</p>
      <ul className="mt-6 flex flex-col divide-y border-y">
        {tries.map(({ text, why }) => (
          <li key={text}>
            <button type="button" onClick={() => onTry(text)} className="group flex w-full items-center gap-4 rounded-control px-1 py-2.5 text-left hover:bg-surface">
              <span className="min-w-0 flex-1">
                <span className="block text-base">{text}</span>
                <span className="block text-xs text-muted">{why}</span>
              </span>
              <CornerDownLeft aria-hidden size={14} strokeWidth={1.5} className="text-muted opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

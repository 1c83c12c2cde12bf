import { FileDown, MessageSquare } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { Frame } from './frame.tsx';

export type Start = 'chat' | 'import';

export function StartStep({ onDone }: { onDone: (where: Start) => void }) {
  return (
    <Frame progress={{ step: 5, of: 5 }} title="The vault is ready" lead="Bring what other assistants know about you, or begin with an empty one.">
      <div className="grid gap-2.5">
        <Way icon={MessageSquare} title="Start a chat" text="Say something about yourself and ask for it later." onPress={() => onDone('chat')} />
        <Way icon={FileDown} title="Import memories" text="From ChatGPT, Claude, Markdown notes, an MCP memory or another vault. You see what would come in before anything does." onPress={() => onDone('import')} />
      </div>
    </Frame>
  );
}

function Way({ icon: Icon, title, text, onPress }: { icon: LucideIcon; title: string; text: string; onPress: () => void }) {
  return (
    <button type="button" onClick={onPress} className="flex gap-3.5 rounded-panel border border-edge bg-raised p-4 text-left transition-colors duration-150 hover:border-accent hover:bg-tint">
      <Icon aria-hidden size={20} strokeWidth={1.5} className="mt-0.5 shrink-0 text-accent" />
      <span>
        <span className="block text-base font-medium">{title}</span>
        <span className="block text-muted">{text}</span>
      </span>
    </button>
  );
}

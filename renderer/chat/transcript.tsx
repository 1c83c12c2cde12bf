import { useStore } from 'jotai';
import type { Message, MessageId, Model, Session } from '../../contract/index.ts';
import { ErrorNotice } from '../ui/index.ts';
import { Answer } from './answer.tsx';
import { BranchSwitch } from './branch-switch.tsx';
import { dropTurn, sendMessage, type LiveTurn } from './live-turn.ts';
import { PromptRow } from './prompt-row.tsx';
import { branchTo, newestLeaf } from './tree.ts';
import { changeSession } from './use-session.ts';

interface TranscriptProps {
  session: Session;
  messages: readonly Message[];
  turn: LiveTurn | null;
  models: readonly Model[];
  busy: boolean;
  editing: MessageId | null;
  onEditing: (message: MessageId | null) => void;
  onBranch: (message: MessageId) => void;
  onRemember: (text: string) => void;
}

/** The shown branch of the conversation. */
export function Transcript({ session, messages, turn, models, busy, editing, onEditing, onBranch, onRemember }: TranscriptProps) {
  const store = useStore();
  const shown = branchTo(messages, turn?.assistant ?? session.leaf);
  // A branch that is being written takes the place of what stood below its parent.
  const prompt = turn?.prompt ?? null;
  const cut = turn !== null && prompt !== null && turn.parent !== undefined ? shown.findIndex(({ message }) => message.id === turn.parent) + 1 : shown.length;
  const path = shown.slice(0, cut);

  const switchTo = (to: Message) => void changeSession(session.id, { leaf: newestLeaf(messages, to.id) });

  return (
    <div role="log" aria-label="Conversation" aria-busy={busy} aria-live="off" className="flex flex-col gap-7">
      {path.map((entry) => {
        const { message } = entry;
        const branches = <BranchSwitch turn={entry} onSwitch={switchTo} disabled={busy} />;
        return message.role === 'user' ? (
          <PromptRow
            key={message.id} text={message.text} tool={message.tool} branches={branches} editing={editing === message.id}
            onEdit={busy || message.tool !== null ? undefined : () => onEditing(message.id)}
            onCancel={() => onEditing(null)}
            onSubmit={(text) => {
              onEditing(null);
              void sendMessage(store, session, text, message.parent);
            }}
          />
        ) : (
          <Answer
            key={message.id} message={message} turn={turn?.assistant === message.id ? turn : null} models={models} busy={busy}
            branches={branches} onBranch={() => onBranch(message.id)} onRemember={onRemember}
          />
        );
      })}
      {prompt !== null && turn?.phase === 'sending' && <PromptRow text={prompt} pending />}
      {turn?.phase === 'unsent' && turn.fault && (
        <ErrorNotice
          fault={turn.fault} className="max-w-[68ch]" retryLabel={prompt === null ? 'Close' : 'Send again'}
          onRetry={() => {
            const { parent } = turn;
            dropTurn(store, session.id);
            if (prompt !== null) void sendMessage(store, session, prompt, parent);
          }}
        />
      )}
    </div>
  );
}

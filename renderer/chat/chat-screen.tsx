import { useQuery } from '@tanstack/react-query';
import { ArrowDown, EyeOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { MessageId, SessionId } from '../../contract/index.ts';
import { engine, faultOf, useGate } from '../bridge/index.ts';
import { Button, cx, Empty, ErrorNotice, Loading, useEscape, useInspector } from '../ui/index.ts';
import { useAnswerAnnouncer } from './answer-announcer.ts';
import { ChatStart } from './chat-start.tsx';
import { Composer, type ComposerHandle } from './composer.tsx';
import { stopTurn } from './live-turn.ts';
import { useFollowScroll } from './follow-scroll.ts';
import { RememberDialog } from './remember-dialog.tsx';
import { Transcript } from './transcript.tsx';
import { branchTo } from './tree.ts';
import { useMessages, useSession, useTurn } from './use-session.ts';

/** One chat: its transcript and the place to write. */
export function ChatScreen({ id }: { id: SessionId }) {
  const session = useSession(id);
  const messages = useMessages(id);
  const models = useQuery(engine.models.list.queryOptions()).data?.models ?? [];
  const turn = useTurn(id);
  const gate = useGate();
  const scroll = useFollowScroll();
  const composer = useRef<ComposerHandle>(null);
  const [editing, setEditing] = useState<MessageId | null>(null);
  const [branchFrom, setBranchFrom] = useState<MessageId | null>(null);
  const [remembering, setRemembering] = useState<string | null>(null);
  useAnswerAnnouncer(turn);
  const { inspected } = useInspector();
  const busy = turn !== null && turn.phase !== 'unsent';
  // An open inspector goes first; the shell closes it.
  useEscape(() => void stopTurn(id), busy && inspected === null);

  const title = session.data?.title;
  useEffect(() => {
    if (title !== undefined) document.title = session.data?.offRecord ? 'Engram' : `${title} — Engram`;
  }, [title, session.data?.offRecord]);

  const loaded = session.data !== undefined && messages.data !== undefined;
  useEffect(() => {
    if (loaded) composer.current?.focus();
  }, [loaded, id]);

  const failure = session.error ?? messages.error;
  if (failure && !loaded) {
    const fault = faultOf(failure);
    if (fault.code === 'NOT_FOUND') return <Empty title="This chat is gone">It was removed, or it was off the record and has ended.</Empty>;
    return <div className="p-6"><ErrorNotice fault={fault} onRetry={() => { void session.refetch(); void messages.refetch(); }} /></div>;
  }
  if (!loaded) return <div className="mx-auto w-full max-w-162"><Loading rows={5} label="Loading chat" /></div>;

  const path = branchTo(messages.data, turn?.assistant ?? session.data.leaf);
  const lastAnswer = path.findLast(({ message }) => message.role === 'assistant')?.message ?? null;
  const lastPrompt = path.findLast(({ message }) => message.role === 'user')?.message ?? null;
  const empty = messages.data.length === 0 && turn === null;

  return (
    <div className={cx('relative flex h-full flex-col', session.data.offRecord && 'hatched p-2')}>
      {!empty && <h1 className="sr-only">{session.data.title}</h1>}
      <div className={cx('flex min-h-0 flex-1 flex-col', session.data.offRecord && 'rounded-panel border border-dashed border-edge bg-bg')}>
        {session.data.offRecord && (
          <p className="flex items-center justify-center gap-2 border-b border-dashed py-1.5 text-muted">
            <EyeOff aria-hidden size={14} strokeWidth={1.5} />Off the record: no memory is read or saved, and the chat is gone when you close it.
          </p>
        )}
        <div ref={scroll.scroller} tabIndex={-1} className="quiet-scroll min-h-0 flex-1 overflow-y-auto">
          <div ref={scroll.content} className="mx-auto w-full max-w-162 px-6 py-7">
            {empty
              ? <ChatStart offRecord={session.data.offRecord} onTry={(text) => composer.current?.fill(text)} />
              : (
                <Transcript
                  session={session.data} messages={messages.data} turn={turn} models={models} busy={busy}
                  editing={editing} onEditing={(message) => { setEditing(message); if (message === null) composer.current?.focus(); }}
                  onBranch={(message) => { setBranchFrom(message); composer.current?.focus(); }}
                  onRemember={setRemembering}
                />
              )}
          </div>
        </div>
        <div className="mx-auto w-full max-w-162 px-6 pb-4">
          {!scroll.atEnd && !empty && (
            <div className="pointer-events-none -mt-12 mb-3 flex justify-center">
              <Button size="small" icon={ArrowDown} onClick={scroll.toEnd} className="pointer-events-auto min-h-8 shadow-overlay">Jump to latest</Button>
            </div>
          )}
          <Composer
            key={id} ref={composer} session={session.data} turn={turn} busy={busy} models={models} lastAnswer={lastAnswer}
            branchFrom={branchFrom} onBranchCancel={() => setBranchFrom(null)} readOnly={gate.state === 'readonly'}
            onEditLast={() => lastPrompt && setEditing(lastPrompt.id)}
            onSent={() => { setBranchFrom(null); scroll.toEnd(); }}
          />
        </div>
      </div>
      {remembering !== null && <RememberDialog text={remembering} session={session.data} onClose={() => setRemembering(null)} />}
    </div>
  );
}

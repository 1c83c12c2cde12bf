import { ArrowUp, ChevronDown, Folder, Square, X } from 'lucide-react';
import { useStore } from 'jotai';
import { useEffect, useImperativeHandle, useRef, useState, type KeyboardEvent, type Ref } from 'react';
import type { Message, MessageId, Model, Session } from '../../contract/index.ts';
import { ComposedText } from '../context/index.ts';
import { Button, cx, IconButton, Menu, MenuChoice, Notice, Toggle } from '../ui/index.ts';
import { ContextRing, ContextWarning } from './context-ring.tsx';
import { sendMessage, stopTurn, type LiveTurn } from './live-turn.ts';
import { modelLabel } from './answer.tsx';
import { ScopeChip } from './scope-chip.tsx';
import { changeSession } from './use-session.ts';

export interface ComposerHandle {
  focus: () => void;
  fill: (text: string) => void;
}

interface ComposerProps {
  session: Session;
  turn: LiveTurn | null;
  busy: boolean;
  models: readonly Model[];
  lastAnswer: Message | null;
  /** Set when the next message goes below an earlier answer. */
  branchFrom: MessageId | null;
  onBranchCancel: () => void;
  onEditLast: () => void;
  onSent: () => void;
  readOnly: boolean;
  ref: Ref<ComposerHandle>;
}

/** Drafts are saved this long after the last key, in milliseconds. */
const draftDelay = 350;

export function Composer({ session, turn, busy, models, lastAnswer, branchFrom, onBranchCancel, onEditLast, onSent, readOnly, ref }: ComposerProps) {
  const store = useStore();
  const [text, setText] = useState(session.draft);
  const area = useRef<HTMLTextAreaElement>(null);
  const saved = useRef(session.draft);
  const latest = useRef(text);
  latest.current = text;

  const saveDraft = () => {
    if (session.offRecord || latest.current === saved.current) return;
    saved.current = latest.current;
    void changeSession(session.id, { draft: latest.current });
  };
  const save = useRef(saveDraft);
  save.current = saveDraft;
  useEffect(() => {
    const timer = setTimeout(() => save.current(), draftDelay);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => () => save.current(), []);

  useImperativeHandle(ref, () => ({
    focus: () => area.current?.focus(),
    fill: (next) => {
      setText(next);
      area.current?.focus();
    },
  }));

  const model = models.find((other) => other.id === session.model);

  // A prompt that could not be sent comes back to where it was written.
  const unsent = turn?.phase === 'unsent' ? turn.prompt : null;
  useEffect(() => {
    if (unsent !== null) setText((now) => (now === '' ? unsent : now));
  }, [unsent]);

  function send() {
    if (text.trim() === '' || busy || readOnly) return;
    const message = text;
    setText('');
    latest.current = '';
    onSent();
    void sendMessage(store, session, message, branchFrom ?? undefined).then(() => save.current());
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault();
      send();
    }
    if (event.key === 'ArrowUp' && text === '' && !busy) {
      event.preventDefault();
      onEditLast();
    }
  }

  return (
    <form
      aria-label="Message"
      onSubmit={(event) => { event.preventDefault(); send(); }}
      className={cx('rounded-panel border border-edge bg-raised p-2 focus-within:border-accent', session.offRecord && 'border-dashed')}
    >
      {branchFrom !== null && (
        <Notice className="mb-2 flex items-center justify-between py-1">
          <span>The next message starts a branch from an earlier answer.</span>
          <IconButton size="small" icon={X} label="Do not branch" onClick={onBranchCancel} />
        </Notice>
      )}
      <textarea
        ref={area} aria-label="Message" dir="auto" rows={1} value={text} disabled={readOnly} maxLength={262_144}
        placeholder={readOnly ? 'Another program is writing to this vault; reading only.' : session.offRecord ? 'Off the record: nothing is kept' : 'Write a message'}
        onChange={(event) => setText(event.target.value)} onKeyDown={onKeyDown}
        className="field-sizing-content block max-h-[38vh] min-h-9 w-full resize-none bg-transparent px-1.5 py-1.5 text-base outline-none"
      />
      <ComposedText session={session.id} text={text} />
      <ContextWarning model={model} lastAnswer={lastAnswer} draft={text} />
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Menu
          side="top"
          trigger={
            <Button look="quiet" size="small" className="max-w-52">
              <span className="truncate">{session.model === 'builtin' ? 'No model' : modelLabel(session.model, models)}</span>
              <ChevronDown aria-hidden size={12} strokeWidth={1.5} />
            </Button>
          }
        >
          <MenuChoice
            label="Who answers" value={session.model} onChange={(model) => void changeSession(session.id, { model })}
            options={models.map((model) => ({
              value: model.id,
              label: model.id === 'builtin' ? 'No model: answer from memory only' : model.label,
              note: model.id === 'builtin' ? '' : model.local ? 'local' : model.provider,
            }))}
          />
        </Menu>
        {session.offRecord
          ? <span className="text-xs text-muted">Memory is off</span>
          : (
            <>
              <ScopeChip session={session} icon={Folder} />
              <span className="flex gap-3 text-xs">
                <Toggle inline label="Read" checked={session.readMemory} onChange={(readMemory) => void changeSession(session.id, { readMemory })} />
                <Toggle inline label="Save" checked={session.saveMemory} onChange={(saveMemory) => void changeSession(session.id, { saveMemory })} />
              </span>
            </>
          )}
        <span className="ml-auto flex items-center gap-2">
          <ContextRing session={session.id} model={model} lastAnswer={lastAnswer} draft={text} />
          {busy
            ? <Button size="small" icon={Square} onClick={() => void stopTurn(session.id)} className="min-h-8">Stop <kbd className="text-muted">Esc</kbd></Button>
            : <IconButton icon={ArrowUp} label="Send" hint="Enter" type="submit" look="primary" disabled={text.trim() === '' || readOnly} />}
        </span>
      </div>
    </form>
  );
}

import { useQuery } from '@tanstack/react-query';
import { KeyRound, LifeBuoy } from 'lucide-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { client, ConnectionLost, engine, faultOf, gateNow, isDesktop, isLost, queryClient, setGate, type Fault } from '../bridge/index.ts';
import { ago, Button, ErrorNotice, PassphraseField, Progress, TextArea } from '../ui/index.ts';
import { Frame } from './frame.tsx';
import { AcceptQuestion } from './accept-question.tsx';
import { kitWords } from './proof.ts';
import { useReopening } from './reopening.ts';
import { failedAttempt, succeeded, useWait } from './attempts.ts';

/** Opens the vault. Shows nothing of what is inside, not even how much. */
export function LockScreen() {
  const { doing } = useReopening();
  return doing === null ? <Locked /> : <AtWork doing={doing} />;
}

/** The vault is closed for work on it, and opens again by itself. */
function AtWork({ doing }: { doing: string }) {
  return (
    <Frame title={doing} lead="The vault is closed for a moment and opens again by itself.">
      <Progress label={doing} value={null} />
      <p role="status" className="mt-3 text-muted">Leave this window open. If it breaks off, the vault is as it was before.</p>
    </Frame>
  );
}

/**
 * Opening twice is opening once: when the answer went with the process that served until the lock just
 * before, its successor is asked.
 */
async function unlock(input: { passphrase?: string; kit?: string }, signal: AbortSignal) {
  try {
    return await client.vault.unlock(input, { signal });
  } catch (error) {
    if (signal.aborted || !isLost(error) || error instanceof ConnectionLost) throw error;
    return client.vault.unlock(input, { signal });
  }
}

function Locked() {
  const status = useQuery(engine.vault.status.queryOptions());
  const [way, setWay] = useState<'passphrase' | 'kit'>('passphrase');
  const [secret, setSecret] = useState('');
  const [fault, setFault] = useState<Fault | null>(null);
  const [busy, setBusy] = useState(false);
  const [accepting, setAccepting] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const running = useRef<AbortController | null>(null);
  const wait = useWait();
  // The page is blank already when the host could not lock; then locking is what is still to do.
  const [late, setLate] = useState(false);
  const stillOpen = late && status.data?.state === 'unlocked' && gateNow().state === 'locked';

  useEffect(() => {
    const timer = setTimeout(() => {
      setLate(true);
      void queryClient.invalidateQueries({ queryKey: engine.vault.key() });
    }, 3_000);
    return () => {
      clearTimeout(timer);
      running.current?.abort();
    };
  }, []);

  async function open(input: { passphrase?: string; kit?: string }, accept = false) {
    const abort = new AbortController();
    running.current = abort;
    setBusy(true);
    setFault(null);
    try {
      const next = accept ? await client.vault.acceptFile(input, { signal: abort.signal }) : await unlock(input, abort.signal);
      succeeded();
      setSecret('');
      queryClient.setQueryData(engine.vault.status.queryKey(), next);
      setGate(next.state);
    } catch (error) {
      if (abort.signal.aborted) return;
      const cause = faultOf(error);
      if (cause.code === 'WRONG_PASSPHRASE') failedAttempt(cause.data.retryAfterMs);
      setFault(cause);
      field.current?.select();
    } finally {
      setBusy(false);
    }
  }

  const given = secret.trim() === '' ? {} : way === 'kit' ? { kit: kitWords(secret) } : { passphrase: secret };
  function submit(event: FormEvent) {
    event.preventDefault();
    if (secret.trim() === '' || wait > 0) return;
    void open(given);
  }

  const wrong = fault?.code === 'WRONG_PASSPHRASE';
  const old = fault?.code === 'READ_ONLY';
  // Together with a passphrase the keychain is asked anyway, and alone it opens nothing.
  const canUseKeychain = status.data?.protection.keychain === true && !status.data.protection.passphrase;
  const name = status.data?.name ?? 'Your vault';

  return (
    <Frame title={name} lead={way === 'kit' ? 'Enter the 24 words of the recovery kit.' : 'Locked. Nothing can be read until you open it.'}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        {way === 'passphrase' ? (
          <PassphraseField
            ref={field} label="Passphrase" autoComplete="current-password" value={secret} onChange={setSecret} autoFocus disabled={busy}
            error={wrong ? 'That passphrase does not open this vault.' : undefined}
          />
        ) : (
          <TextArea
            label="Recovery words" rows={4} value={secret} onChange={(event) => setSecret(event.target.value)} autoFocus disabled={busy} spellCheck={false}
            autoComplete="off" className="figures text-base" help="Separated by spaces, in their order. Numbers are ignored."
            error={wrong ? 'These words do not open this vault.' : undefined}
          />
        )}
        {fault && !wrong && !old && <ErrorNotice fault={fault} />}
        {old && (
          <ErrorNotice fault={{ message: 'This file is older than the last one seen here.', action: 'Somebody or something put an earlier state of the vault in its place. Put the newer file back, or take this one as it is.' }}>
            <Button size="small" onClick={() => setAccepting(true)}>Take this file as it is</Button>
          </ErrorNotice>
        )}
        {accepting && <AcceptQuestion onClose={() => setAccepting(false)} onAccept={() => { setAccepting(false); void open(given, true); }} />}
        <div className="flex flex-wrap items-center gap-2">
          <Button look="primary" size="large" type="submit" busy={busy} disabled={secret.trim() === '' || wait > 0}>
            {wait > 0 ? `Wait ${wait} s` : busy ? 'Opening' : 'Unlock'}
          </Button>
          {busy && (
            <Button look="quiet" size="large" onClick={() => { running.current?.abort(); setBusy(false); }}>Cancel</Button>
          )}
          {canUseKeychain && !busy && (
            <Button size="large" icon={KeyRound} onClick={() => void open({})}>{isDesktop ? 'Use keychain' : 'Use the keychain of this computer'}</Button>
          )}
        </div>
        <p role="status" className="min-h-5 text-muted">
          {wait > 0 ? 'Each wrong try makes the pause longer. Nothing is erased.' : busy ? 'Deriving the key takes about a second.' : ''}
        </p>
      </form>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-3 border-t pt-4 text-muted">
        <Button look="quiet" icon={way === 'kit' ? KeyRound : LifeBuoy} className="-ml-3" onClick={() => { setWay(way === 'kit' ? 'passphrase' : 'kit'); setSecret(''); setFault(null); }}>
          {way === 'kit' ? 'Use the passphrase' : 'Recover with kit'}
        </Button>
        <span className="text-xs">
          {status.data?.lastBackupAt ? `Last backup ${ago(status.data.lastBackupAt)}` : 'No backup yet'}
        </span>
      </div>
      {stillOpen && (
        <div className="mt-6">
          <ErrorNotice fault={{ message: 'The page is blank, but the vault did not lock.', action: 'Lock again, or end Engram.' }} onRetry={() => void client.vault.lock().then((next) => queryClient.setQueryData(engine.vault.status.queryKey(), next))} retryLabel="Lock again" />
        </div>
      )}
    </Frame>
  );
}

import { PROTOCOL, type EngineEvent, type Job } from '../../contract/index.ts';
import { patience } from './connection.ts';
import { client, connection, engine, queryClient } from './engine.ts';
import { blank, setGate } from './gate.ts';
import { blankAllTabs } from './tabs.ts';

/** Bursts of events (an import) are answered with one refetch, in milliseconds. */
const settle = 200;
const pending = new Map<string, readonly unknown[]>();
let timer: ReturnType<typeof setTimeout> | undefined;

function invalidate(...keys: (readonly unknown[])[]): void {
  for (const key of keys) pending.set(JSON.stringify(key), key);
  timer ??= setTimeout(() => {
    timer = undefined;
    for (const key of pending.values()) void queryClient.invalidateQueries({ queryKey: key });
    pending.clear();
  }, settle);
}

/** Puts a job into the list without asking for it again. */
export function keepJob(job: Job): void {
  queryClient.setQueryData(engine.jobs.list.queryKey(), (jobs) =>
    jobs === undefined ? undefined : [job, ...jobs.filter((other) => other.id !== job.id)].sort((a, b) => b.startedAt - a.startedAt));
  queryClient.setQueryData(engine.jobs.get.queryKey({ input: { id: job.id } }), job);
}

/** The one place where a pushed event becomes a change of what is shown. */
function apply(event: EngineEvent): void {
  switch (event.type) {
    case 'vault':
      if (event.state === 'locked') blankOnce();
      else setGate(event.state);
      return invalidate(engine.vault.key());
    case 'memories':
      return invalidate(engine.memories.key(), engine.recall.key(), engine.chat.preview.key(), engine.vault.key());
    case 'session':
      if (event.change === 'removed') queryClient.removeQueries({ queryKey: engine.chat.messages.queryKey({ input: { id: event.id } }) });
      return invalidate(
        engine.chat.sessions.key(),
        engine.chat.session.key({ input: { id: event.id } }),
        engine.chat.messages.key({ input: { id: event.id } }),
      );
    case 'job':
      keepJob(event.job);
      if (event.job.endedAt !== null) invalidate(engine.jobs.key(), engine.vault.key());
      if (event.job.endedAt !== null && event.job.kind === 'import') invalidate(engine.chat.sessions.key());
      if (event.job.kind === 'embed' || event.job.kind === 'model') invalidate(engine.models.embedders.key());
      return;
    case 'settings':
      return invalidate(engine.settings.key(), engine.chat.preview.key());
    case 'models':
      return invalidate(engine.models.key(), engine.settings.key(), engine.chat.preview.key());
  }
}

let known: EngineEvent['type'] | 'locked' | 'open' | null = null;
function blankOnce(): void {
  // The first event of a fresh page says "locked" too; there is nothing to take away then.
  if (known === 'open') blankAllTabs();
  else setGate('locked');
}

async function follow(): Promise<void> {
  // A host that ends as we connect never answers; the page would say "Connecting" for good.
  const status = await client.vault.status(undefined, { signal: AbortSignal.timeout(patience) });
  if (status.protocol !== PROTOCOL) return connection.outdated();
  for await (const event of await client.events()) {
    apply(event);
    if (event.type === 'vault') known = event.state === 'unlocked' || event.state === 'readonly' ? 'open' : 'locked';
  }
}

/** Connects and keeps the page in step with the host until it is closed. */
export function startLive(): void {
  connection.onOpen(() => {
    void (async () => {
      let first = true;
      while (connection.state() === 'open') {
        try {
          if (!first) await new Promise((resolve) => setTimeout(resolve, 400));
          first = false;
          // What happened while we were away was not told.
          void queryClient.invalidateQueries();
          await follow();
        } catch {
          // The connection itself reports its loss; a failed stream is opened again.
        }
      }
    })();
  });
  connection.subscribe(() => {
    // Whoever may not ask any more may not read what is still on the screen either.
    if (connection.state() === 'refused') blank();
  });
  connection.start();
}

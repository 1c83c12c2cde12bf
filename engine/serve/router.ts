import { calls } from './calls/base.ts';
import { accessCalls } from './calls/access.ts';
import { agentCalls, chatCalls } from './calls/chat.ts';
import { eventsCall, recallCall } from './calls/events.ts';
import { jobCalls, transferCalls } from './calls/jobs.ts';
import { memoriesCalls } from './calls/memories.ts';
import { modelCalls } from './calls/models.ts';
import { settingsCalls } from './calls/settings.ts';
import { vaultCalls } from './calls/vault.ts';
import type { Host } from './host.ts';

/** The contract, implemented: one file per call group. */
export const makeRouter = (host: Host) => calls.router({
  vault: vaultCalls(host),
  memories: memoriesCalls(host),
  recall: recallCall(host),
  chat: chatCalls(host),
  agents: agentCalls(host),
  access: accessCalls(host),
  models: modelCalls(host),
  settings: settingsCalls(host),
  jobs: jobCalls(host),
  transfer: transferCalls(host),
  events: eventsCall(host),
});
export type EngineRouter = ReturnType<typeof makeRouter>;

import { EngramError, type Agent, type AgentId } from '../../../contract/index.ts';
import { assertPerson, type Caller } from '../../../security/access/index.ts';
import type { Host } from '../host.ts';
import { calls } from './base.ts';

/** Conversations belong to the person. */
const chatOf = (host: Host, caller: Caller) => {
  assertPerson(caller);
  return host.open().chat;
};

export const chatCalls = (host: Host) => ({
  sessions: calls.chat.sessions.handler(({ context }) => chatOf(host, context.caller).conversations.list()),
  session: calls.chat.session.handler(({ input, context }) => chatOf(host, context.caller).conversations.get(input.id)),
  open: calls.chat.open.handler(({ input, context }) => chatOf(host, context.caller).open(input)),
  change: calls.chat.change.handler(({ input: { id, ...change }, context }) => chatOf(host, context.caller).change(id, change)),
  remove: calls.chat.remove.handler(async ({ input, context }) => ({ messages: await chatOf(host, context.caller).remove(input.id) })),
  inMind: calls.chat.inMind.handler(({ input, context }) => chatOf(host, context.caller).inMind(input.id)),
  messages: calls.chat.messages.handler(async ({ input, context }) => {
    const { conversations } = chatOf(host, context.caller);
    await conversations.get(input.id);
    return conversations.messages(input.id);
  }),
  send: calls.chat.send.handler(async function* ({ input, context }) {
    yield* await chatOf(host, context.caller).send(context.caller, input);
  }),
  ask: calls.chat.ask.handler(async function* ({ input, context, signal }) {
    const chat = chatOf(host, context.caller);
    const { session, events } = await chat.ask(context.caller, input);
    // Nobody else can look at the answer, so it ends with whoever asked.
    const stop = () => void chat.stop(session);
    signal?.addEventListener('abort', stop, { once: true });
    try {
      yield* events;
    } finally {
      signal?.removeEventListener('abort', stop);
      stop();
    }
  }),
  preview: calls.chat.preview.handler(({ input, context }) => chatOf(host, context.caller).preview(context.caller, input)),
  regenerate: calls.chat.regenerate.handler(async function* ({ input, context }) {
    yield* await chatOf(host, context.caller).regenerate(context.caller, input);
  }),
  stop: calls.chat.stop.handler(async ({ input, context }) => ({ stopped: await chatOf(host, context.caller).stop(input.id) })),
});

export const agentCalls = (host: Host) => {
  const vault = (caller: Caller) => {
    assertPerson(caller);
    return host.open().vault;
  };
  return {
    list: calls.agents.list.handler(({ context }) => vault(context.caller).read('listAgents')),
    create: calls.agents.create.handler(async ({ input, context }) => {
      const now = host.clock.now();
      const agent: Agent = {
        id: host.open().mind.newId<AgentId>(now), name: input.name, instructions: input.instructions ?? '', model: input.model ?? null, createdAt: now, updatedAt: now,
      };
      await vault(context.caller).write('saveAgent', agent);
      return agent;
    }),
    update: calls.agents.update.handler(async ({ input: { id, ...change }, context }) => {
      const agent = (await vault(context.caller).read('listAgents')).find((a) => a.id === id);
      if (!agent) throw new EngramError('NOT_FOUND');
      const next: Agent = { ...agent, ...change, updatedAt: host.clock.now() };
      await vault(context.caller).write('saveAgent', next);
      return next;
    }),
    remove: calls.agents.remove.handler(async ({ input, context }) => {
      await vault(context.caller).write('removeAgent', { id: input.id });
      return { id: input.id };
    }),
  };
};

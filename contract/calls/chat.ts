import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { call } from './base.ts';
import { limits } from '../limits.ts';
import { AgentId, MessageId, SessionId } from '../ids.ts';
import { ChatEvent, Message, MessageText, MindSlot, Session, ToolName } from '../entities/chat.ts';
import { ContextPreview } from '../entities/context.ts';
import { ModelRef } from '../entities/model.ts';
import { Scope } from '../entities/scope.ts';

const bySession = z.strictObject({ id: SessionId });
/** Headless turns belong to no session, so `ask` is their call. */
const kind = z.enum(['chat', 'task', 'tool']).optional();
const tool = ToolName.optional();
/** A tool's output names its tool, and nothing else does. */
const namesTool = (turn: { kind?: string | undefined; tool?: string | undefined }): boolean => (turn.kind === 'tool') === (turn.tool !== undefined);
const unnamed = { path: ['tool'], message: 'a tool turn names its tool, no other does' };
const title = z.string().trim().min(1).max(limits.nameChars);

export const chat = {
  sessions: call
    .route({ method: 'GET', path: '/sessions' })
    .output(z.array(Session)),
  session: call.route({ method: 'GET', path: '/sessions/{id}' }).input(bySession).output(Session),
  open: call
    .route({ method: 'POST', path: '/sessions' })
    .input(z.strictObject({
      title: title.optional(),
      agent: AgentId.optional(),
      scope: Scope.optional(),
      offRecord: z.boolean().optional(),
      model: ModelRef.optional(),
    }))
    .output(Session),
  change: call
    .route({ method: 'PATCH', path: '/sessions/{id}' })
    .input(z.strictObject({
      id: SessionId,
      title: title.optional(),
      scope: Scope.optional(),
      readMemory: z.boolean().optional(),
      saveMemory: z.boolean().optional(),
      model: ModelRef.optional(),
      /** Chooses which branch is shown. */
      leaf: MessageId.optional(),
      draft: z.string().max(limits.messageBytes).optional(),
    }))
    .output(Session),
  /** Removes the session with its messages; memories drawn from it stay. */
  remove: call.route({ method: 'DELETE', path: '/sessions/{id}' }).input(bySession).output(z.object({ messages: z.int() })),
  /** What the agent of the session has in mind, the most present first; at most nine slots. Nothing off the record. */
  inMind: call.route({ method: 'GET', path: '/sessions/{id}/mind' }).input(bySession).output(z.array(MindSlot)),
  /** The whole tree, oldest first. */
  messages: call.route({ method: 'GET', path: '/sessions/{id}/messages' }).input(bySession).output(z.array(Message)),
  /**
   * Sends a message below `parent` (the leaf when absent, the root when null) and streams the
   * turn. Sending below the parent of an earlier message is how an edit makes a branch. A `tool` turn
   * brings what the named tool gave; it is shown to the model as data and is nobody's word.
   */
  send: call
    .route({ method: 'POST', path: '/sessions/{session}/send' })
    .input(z.strictObject({
      session: SessionId,
      text: MessageText,
      parent: MessageId.nullable().optional(),
      model: ModelRef.optional(),
      kind,
      tool,
    }).refine(namesTool, unnamed))
    .output(eventIterator(ChatEvent)),
  /**
   * A turn without a chat: asked and answered, with memory as everywhere. It ends when nobody listens any
   * more. With `keep` it is the beginning of a new session, else nothing of it is stored but what it says
   * to be remembered. `chat.stop` takes the session of its messages.
   */
  ask: call
    .route({ method: 'POST', path: '/ask' })
    .input(z.strictObject({
      text: MessageText,
      agent: AgentId.optional(),
      scope: Scope.optional(),
      model: ModelRef.optional(),
      /** As the settings say when absent. */
      readMemory: z.boolean().optional(),
      saveMemory: z.boolean().optional(),
      keep: z.boolean().optional(),
    }))
    .output(eventIterator(ChatEvent)),
  /**
   * What sending this message would send, part by part, with what is left out and why. Stores nothing
   * and asks no model; a model that no provider has is taken by its name, as a cloud one.
   */
  preview: call
    .route({ method: 'POST', path: '/context' })
    .input(z.strictObject({
      text: MessageText,
      session: SessionId.optional(),
      model: ModelRef.optional(),
      /** Tries another window than the model's. */
      window: z.int().min(1).max(100_000_000).optional(),
      scope: Scope.optional(),
      kind,
      tool,
    }).refine(namesTool, unnamed))
    .output(ContextPreview),
  /** A new answer to the user message that `message` answered, as its sibling. */
  regenerate: call
    .route({ method: 'POST', path: '/messages/{message}/regenerate' })
    .input(z.strictObject({ message: MessageId, model: ModelRef.optional(), withoutMemory: z.boolean().optional() }))
    .output(eventIterator(ChatEvent)),
  /** Stops the running turn of a session; what was written so far is kept. */
  stop: call.route({ method: 'POST', path: '/sessions/{id}/stop' }).input(bySession).output(z.object({ stopped: z.boolean() })),
};

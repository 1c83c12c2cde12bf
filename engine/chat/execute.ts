import { EngramError, type ChatEvent, type Message } from '../../contract/index.ts';
import type { Fitted, TokenCounter } from '../context/index.ts';
import type { Conversations } from './conversations.ts';
import type { ChatModel } from './models.ts';
import type { Prepared } from './prepare.ts';

const DELTA_MS = 16;
/** A partial answer is saved this often, so that a crash keeps it. */
const KEEP_MS = 2000;

/** Sends the prompt and writes the answer into `assistant` as it comes. Without a provider its text is there already. */
export async function stream(
  conversations: Conversations, model: ChatModel, { prompt, counter }: Prepared, assistant: Message, tell: (event: ChatEvent) => void, signal: AbortSignal,
): Promise<void> {
  let batch = '';
  let batchedAt = performance.now();
  let keptAt = performance.now();
  const flush = () => {
    if (batch !== '') tell({ type: 'delta', text: batch });
    batch = '';
    batchedAt = performance.now();
  };
  const usage = { inputTokens: prompt.tokens, outputTokens: 0, estimated: true, ms: 0 };
  try {
    if (model.provider === null) batch = assistant.text;
    else for await (const part of model.provider.stream({
      model: model.name, system: prompt.system, messages: prompt.messages, maxOutput: roomForReply(model, prompt, counter), signal,
    })) {
      if (part.type === 'usage') Object.assign(usage, { inputTokens: part.inputTokens, outputTokens: part.outputTokens, estimated: false });
      else {
        assistant.text += part.text;
        batch += part.text;
      }
      const now = performance.now();
      if (now - batchedAt >= DELTA_MS) flush();
      if (now - keptAt >= KEEP_MS) {
        keptAt = now;
        await conversations.saveMessages({ ...assistant });
      }
    }
  } finally {
    flush();
    if (usage.estimated) usage.outputTokens = counter.count(assistant.text);
    assistant.usage = usage;
  }
  if (assistant.text === '' && !signal.aborted) throw new EngramError('PROVIDER_FAILED', { detail: 'the answer was empty' });
}

/** The whole reply fits, even where tokens are not counted exactly: a prompt and a limit that exceed the window together are refused. */
const roomForReply = ({ capabilities }: ChatModel, prompt: Fitted, counter: TokenCounter): number =>
  Math.max(prompt.reply, Math.min(capabilities.maxOutput, Math.floor(prompt.window * (1 - counter.error)) - prompt.tokens));

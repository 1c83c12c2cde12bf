import type { ContextPreview } from '../../contract/index.ts';
import type { ChatModel } from './models.ts';
import type { Prepared } from './prepare.ts';

const HELD_BACK = 'Its tier keeps it from this model.';

/** A prepared prompt, told: what is in it, what is not, and why. */
export function previewOf(model: ChatModel, { prompt, counter, injection, heldBack }: Prepared): ContextPreview {
  return {
    model: model.id, local: model.local, window: prompt.window, reserve: prompt.reply, used: prompt.tokens,
    counting: { tokenizer: counter.tokenizer, exact: counter.error === 0, error: counter.error },
    injection,
    sections: prompt.sections.map((section) => ({
      ...section,
      items: [
        ...section.items,
        ...(section.name === 'recalled' ? heldBack.map((id) => ({ id, level: null, tokens: 0, kept: false, reason: HELD_BACK })) : []),
      ],
    })),
    heldBack: heldBack.length,
    prompt: { system: prompt.system, messages: prompt.messages },
  };
}

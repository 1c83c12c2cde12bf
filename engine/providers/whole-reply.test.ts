import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ChatPart } from './chat-model.ts';
import { wholeReply } from './whole-reply.ts';

test('LEVELS-MODEL: a reply is taken whole, and one that goes on for ever is let go of', async () => {
  await fc.assert(fc.asyncProperty(fc.array(fc.string({ maxLength: 5 }), { maxLength: 12 }), fc.nat(40), async (texts, most) => {
    let ended = false;
    async function* parts(): AsyncGenerator<ChatPart> {
      try {
        for (const text of texts) yield { type: 'delta', text };
      } finally {
        ended = true;
      }
    }
    const whole = texts.join('');
    if (whole.length <= most) assert.equal(await wholeReply(parts(), most), whole);
    else await assert.rejects(wholeReply(parts(), most), { code: 'PROVIDER_FAILED' });
    assert.ok(ended);
  }));
});

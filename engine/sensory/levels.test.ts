import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { levelsOf } from './index.ts';

/** Long notes, and the words that a reader of the summary should still find. */
const notes: readonly [text: string, kept: readonly string[]][] = [
  ['Hey Mara! So sorry for the late reply, it has been a really crazy week. We finally moved the billing service to Frankfurt on 12 March, and honestly it went super well. The old cluster in Dublin will be switched off in April, so please do not deploy there any more.', ['billing', 'Frankfurt', '12', 'Dublin', 'April', 'not deploy']],
  ['I had my yearly check-up yesterday. The doctor said that my blood pressure is fine now, but I should take 20 mg of atorvastatin every evening because my cholesterol is still too high. Next appointment is in September with Dr. Okafor.', ['20 mg', 'atorvastatin', 'cholesterol', 'September', 'Okafor']],
  ['Wow, thank you so much for the lovely dinner! Your lasagne was amazing. By the way, Tom is allergic to hazelnuts, which I completely forgot to mention, and he also does not drink alcohol. Can we return the favour on Saturday the 9th?', ['Tom', 'allergic', 'hazelnuts', 'alcohol', 'Saturday']],
  ['The build failed again with error TS2345 in src/parser/lexer.ts. I think it is because the new compiler option strictNullChecks was turned on last week by Priya. Rolling back to version 5.3 fixes it, but then the tests of the exporter fail. We should pin the version until the exporter is mended.', ['TS2345', 'lexer.ts', 'strictNullChecks', '5.3', 'exporter']],
  ['Our trip to Lisbon was great. We stayed four nights in a small hotel called Casa Amarela near the river and paid 480 euros in total. The best meal was grilled octopus at a place in Alfama, you should totally go there. On the last day it rained, so we only visited the tile museum.', ['Lisbon', 'Casa Amarela', '480', 'octopus', 'Alfama', 'museum']],
  ['Okay, so here is what we decided in the meeting today. The launch of Heron is postponed to 3 June because the security review is not finished yet. Elif takes over the press kit from Jonas, who leaves at the end of the month. Marketing gets 15,000 for the campaign instead of 20,000.', ['Heron', '3 June', 'security review', 'Elif', 'press kit', '15,000']],
  ['Yeah, I totally get what you mean. When my grandmother died in 2019 I inherited her violin, a copy of a Stainer made in Mittenwald around 1890. I never learned to play it properly, but since January I take lessons with Mr. Brandt every Tuesday. It is really good for me, I think.', ['violin', 'Mittenwald', '1890', 'lessons', 'Brandt', 'Tuesday']],
  ['To reset the router, hold the small button on the back for ten seconds until the light blinks orange. Then connect to the network named ATLAS-SETUP and open 192.168.1.254 in the browser. The password is on the sticker below. Do not unplug it while it restarts, which takes about three minutes.', ['button', 'ten seconds', 'ATLAS-SETUP', '192.168.1.254', 'Do not unplug']],
];

test('LEVELS: of a long text the summary takes at most 65 % of the tokens, the key fact 45 %, and what matters stays', () => {
  let kept = 0;
  let asked = 0;
  for (const [text, words] of notes) {
    const { summary, keyFact, tag } = levelsOf(text);
    const share = (part: string) => encode(part).length / encode(text).length;
    assert.ok(share(summary) <= 0.65 && share(keyFact) <= 0.45 && share(tag) < share(keyFact), `${share(summary).toFixed(2)} ${share(keyFact).toFixed(2)} of: ${text.slice(0, 30)}`);
    kept += words.filter((word) => summary.toLowerCase().includes(word.toLowerCase())).length;
    asked += words.length;
  }
  assert.ok(kept >= 0.75 * asked, `${kept} of ${asked}`);
});

test('LEVELS: greetings and praise go first, a negation never goes alone', () => {
  const { summary, keyFact } = levelsOf('Hey Ann, wow, that is really awesome! I do not eat meat any more since my stay in Chennai last spring. Thanks so much for asking!');
  assert.match(summary, /do not eat meat/);
  assert.match(keyFact, /not eat meat/);
  assert.doesNotMatch(summary, /awesome|Thanks/);
});

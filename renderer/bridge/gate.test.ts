import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blank, gateNow, onBlank, setGate } from './gate.ts';

test('a second word of the same lock empties again but keeps the lock screen as it is', () => {
  Object.assign(globalThis, { document: { title: 'A chat' } });
  let emptied = 0;
  onBlank(() => emptied++);
  setGate('unlocked');
  const open = gateNow().epoch;
  blank();
  assert.deepEqual(gateNow(), { state: 'locked', epoch: open + 1 });
  blank();
  setGate('locked');
  assert.deepEqual([gateNow().epoch, emptied, document.title], [open + 1, 2, 'Engram']);
  setGate('unlocked');
  blank();
  assert.equal(gateNow().epoch, open + 2);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chainOf, isCurrent, isSealed, sealHead, type ChainedEntry, type Head } from './index.ts';

const key = Buffer.alloc(32, 7);
const entry = fc.record<ChainedEntry>({ at: fc.nat(), operation: fc.string(), memory: fc.option(fc.string()), actor: fc.string(), count: fc.nat(), digest: fc.option(fc.uint8Array({ minLength: 16, maxLength: 16 })) });
const head = fc.record<Head>({ vaultId: fc.string(), generation: fc.nat(), accessEpoch: fc.nat(), tombstones: fc.uint8Array({ maxLength: 32 }), auditTip: fc.uint8Array({ maxLength: 32 }) });

test('AUDIT-CHAIN: a change of any field, of the key or of what came before changes the link', () => {
  fc.assert(fc.property(entry, entry, fc.uint8Array({ maxLength: 32 }), fc.uint8Array({ maxLength: 32 }), (a, b, before, other) => {
    const same = JSON.stringify([a, a.digest && [...a.digest]]) === JSON.stringify([b, b.digest && [...b.digest]]);
    assert.equal(chainOf(key, before, a).equals(chainOf(key, before, b)), same);
    assert.equal(chainOf(key, before, a).equals(chainOf(key, other, a)), Buffer.from(before).equals(Buffer.from(other)));
    assert.ok(!chainOf(key, before, a).equals(chainOf(Buffer.alloc(32, 8), before, a)));
  }));
});

test('VAULT-ROLLBACK: a seal fits its own head and no other', () => {
  fc.assert(fc.property(head, head, (a, b) => {
    const plain = (h: Head) => JSON.stringify([h.vaultId, h.generation, h.accessEpoch, [...h.tombstones], [...h.auditTip]]);
    assert.equal(isSealed(key, b, sealHead(key, a)), plain(a) === plain(b));
    assert.ok(!isSealed(Buffer.alloc(32, 8), a, sealHead(key, a)));
  }));
});

test('VAULT-ROLLBACK: older generations and other bytes of the same one are not current; later ones and crashes are', () => {
  const found = { generation: 5, sealed: true, digest: 'aa', hasLog: false };
  assert.ok(isCurrent(null, found));
  assert.ok(!isCurrent(null, { ...found, sealed: false }));
  assert.ok(isCurrent({ generation: 5, digest: 'aa' }, found));
  assert.ok(!isCurrent({ generation: 5, digest: 'bb' }, found));
  assert.ok(!isCurrent({ generation: 5, digest: 'aa' }, { ...found, hasLog: true }));
  assert.ok(isCurrent({ generation: 5, digest: null }, { ...found, hasLog: true }));
  assert.ok(isCurrent({ generation: 4, digest: 'bb' }, found));
  assert.ok(!isCurrent({ generation: 6, digest: null }, found));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ModelFacts } from '../../contract/index.ts';
import { resolveCapabilities } from './index.ts';

test('windows of the models that are known by name', () => {
  const windows: Record<string, number> = {
    'codex-5.3': 256_000, 'codex-5': 256_000, 'chatgpt-5': 256_000, 'gpt-4o': 128_000, 'gpt-4o-mini': 128_000, 'gpt-4-turbo': 128_000, 'gpt-4': 8192,
    'gpt-3.5-turbo': 16_384, o1: 200_000, 'o1-mini': 128_000, 'o1-pro': 200_000, o3: 200_000, 'o3-mini': 200_000, 'o4-mini': 200_000,
    'claude-opus-4-6': 200_000, 'claude-sonnet-4-6': 200_000, 'claude-haiku-4-5': 200_000, 'claude-sonnet-4-5': 200_000, 'claude-opus-4': 200_000,
    'claude-sonnet-4': 200_000, 'claude-haiku-4': 200_000, 'claude-3-5-sonnet': 200_000, 'claude-3-5-haiku': 200_000, 'claude-3-opus': 200_000,
    'gemini-3.1-pro': 2_097_152, 'gemini-3-pro': 1_048_576, 'gemini-3-flash': 1_048_576, 'gemini-2.5-pro': 1_048_576, 'gemini-2.5-flash': 1_048_576,
    'gemini-2.5-flash-lite': 1_048_576, 'gemini-2.0-flash': 1_048_576, 'gemini-2.0-pro': 1_048_576, 'deepseek-chat': 128_000, 'deepseek-reasoner': 128_000,
    'mistral-large': 128_000, mistral: 32_000, mixtral: 32_000, 'grok-3': 131_072, 'grok-2': 131_072, 'llama-4': 128_000, 'llama-3': 128_000,
    'llama3.2': 8192, 'llama3.1': 128_000, 'qwen2.5': 128_000,
  };
  for (const [model, window] of Object.entries(windows)) {
    const found = resolveCapabilities(model);
    assert.equal(found.contextWindow, window, model);
    assert.ok(found.known, model);
  }
});

test('dates, tags, prefixes, letter case and dots do not matter; the longest name wins', () => {
  const same = (a: string, b: string) => assert.deepEqual(resolveCapabilities(a), resolveCapabilities(b), a);
  same('claude-opus-4-6-20260115', 'claude-opus-4.6');
  same('anthropic/Claude-Opus-4.6', 'claude-opus-4-6');
  same('openrouter/openai/gpt-4o-2024-08-06', 'gpt-4o');
  same('gpt-4-0613', 'gpt-4');
  same('gpt-4o-mini-2024-07-18', 'gpt-4o-mini');
  same('llama3.1:8b-instruct', 'llama3.1');
  same('gemini-3-1-pro-preview', 'gemini-3.1-pro');
  assert.equal(resolveCapabilities('claude-opus-4-6').maxOutput, 32_768);
  assert.equal(resolveCapabilities('codex-5.3').tokenizer, 'o200k');
});

test('a model nobody knows gets the safe window, and no look-alike', () => {
  const unknown = { contextWindow: 32_000, maxOutput: 4096, tools: true, vision: false, thinking: false, tokenizer: 'heuristic', known: false };
  for (const model of ['', 'something-new', 'o10', 'o35-large', '__proto__', 'constructor', '/']) assert.deepEqual(resolveCapabilities(model), unknown, model);
});

test('MODEL-FACTS: what the provider reports goes before the table, and what the person wrote before both', () => {
  assert.equal(resolveCapabilities('gpt-4o', { contextWindow: 64_000 }).contextWindow, 64_000);
  assert.equal(resolveCapabilities('my-own', { contextWindow: 8192, maxOutput: 1024 }).maxOutput, 1024);
  assert.equal(resolveCapabilities('my-own', { contextWindow: 1024 }).maxOutput, 1024, 'a reply is never longer than the window');
  const lines = ['my-own window=16384 output=2048 tokenizer=llama3 vision=yes price=0.5/1.5', 'my-own-large window=65536', 'gpt-4o tools=no'];
  for (const line of lines) assert.ok(ModelFacts.safeParse(line).success, line);
  const written = resolveCapabilities('hub/My-Own:7b', { contextWindow: 8192 }, lines);
  assert.deepEqual(written, { contextWindow: 16_384, maxOutput: 2048, tools: true, vision: true, thinking: false, tokenizer: 'llama3', known: false, price: { input: 0.5, output: 1.5 } });
  assert.equal(resolveCapabilities('my-own-large-2', {}, lines).contextWindow, 65_536, 'the longest name wins');
  assert.deepEqual([resolveCapabilities('gpt-4o', {}, lines).tools, resolveCapabilities('gpt-4o', {}, lines).contextWindow], [false, 128_000]);
  assert.equal(resolveCapabilities('my-own9', {}, lines).contextWindow, 32_000, 'no look-alike');
});

test('MODEL-FACTS: a line that says anything else is refused', () => {
  for (const line of ['', 'name', 'name window', 'name window=', 'name window=-5', 'name window=1e9', 'name window=99999999999', 'name  window=4096', 'name tokenizer=other', 'name constructor=yes', 'name vision=maybe', 'name price=1', `${'x'.repeat(201)} window=4096`, 'name window=4096\nother window=1000'])
    assert.ok(!ModelFacts.safeParse(line).success, line);
});

import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { after, before, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { createTerminal, passphrase, type Terminal } from '../cli/terminal.ts';

const entry = fileURLToPath(new URL('../../sidecar/cli/main.ts', import.meta.url));

interface Result {
  isError?: boolean;
  content: { type: string; text?: string }[];
  structuredContent?: Record<string, unknown>;
}
interface ToolInfo {
  name: string;
  title?: string;
  annotations?: { readOnlyHint?: boolean; destructiveHint?: boolean; idempotentHint?: boolean };
  inputSchema: object;
  outputSchema?: object;
}
/** What both client packages can do; their own types differ. */
interface Agent {
  tools(): Promise<ToolInfo[]>;
  call(name: string, args: Record<string, unknown>): Promise<Result>;
  read(uri: string): Promise<string>;
  prompt(query: string): Promise<string>;
  resources(): Promise<string[]>;
  close(): Promise<void>;
}
type Era = 'current' | 'previous';

let terminal: Terminal;
before(async () => {
  terminal = createTerminal();
  await terminal.make();
  await terminal.json(['remember', 'The greenhouse key hangs behind the door', '--project', 'garden']);
  await terminal.json(['remember', 'The attic key is in the blue tin', '--project', 'house']);
});
after(async () => {
  await terminal.run(['lock'], { open: false });
  terminal.remove();
});

async function agent(era: Era, flags: string[] = [], open = true): Promise<Agent> {
  const server = {
    command: process.execPath,
    args: [entry, '--vault', terminal.dir, ...(open ? ['--passphrase-file', terminal.passphraseFile] : []), 'mcp', '--client', 'tester', ...flags],
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' },
    stderr: 'pipe' as const,
  };
  const info = { name: 'test', version: '1' };
  const client = era === 'current' ? new Client(info) : new OldClient(info);
  await (client as OldClient).connect(era === 'current' ? (new StdioClientTransport(server) as never) : new OldTransport(server));
  const old = client as OldClient;
  return {
    tools: async () => (await old.listTools()).tools as ToolInfo[],
    call: async (name, args) => (await old.callTool({ name, arguments: args })) as Result,
    read: async (uri) => String(((await old.readResource({ uri })).contents[0] as { text: string }).text),
    prompt: async (query) => JSON.stringify((await old.getPrompt({ name: 'recall_context', arguments: { query } })).messages),
    resources: async () => (await old.listResources()).resources.map((resource) => resource.uri),
    close: () => old.close(),
  };
}

for (const era of ['current', 'previous'] as const)
  test(`MCP-ROADS: an agent with the ${era} client stores, finds, corrects, relates, rates and forgets`, async () => {
    const one = await agent(era);
    try {
      const tools = await one.tools();
      assert.deepEqual(tools.map((tool) => tool.name).sort(), ['memory_delete', 'memory_feedback', 'memory_list', 'memory_relate', 'memory_search', 'memory_store', 'memory_update']);
      for (const tool of tools) {
        assert.ok(tool.title && tool.inputSchema && tool.outputSchema, tool.name);
        const reads = tool.name === 'memory_search' || tool.name === 'memory_list';
        assert.equal(tool.annotations?.readOnlyHint, reads, tool.name);
        assert.equal(tool.annotations?.destructiveHint, tool.name === 'memory_update' || tool.name === 'memory_delete', tool.name);
      }
      const word = era === 'current' ? 'lighthouse' : 'windmill';
      const stored = await one.call('memory_store', { text: `The ${word} was painted white in June`, happened_at: '2025-06-01T12:00:00Z' });
      assert.equal(stored.isError, undefined, JSON.stringify(stored));
      const { id } = stored.structuredContent as { id: string };
      const other = await one.call('memory_store', { text: `A painter came to the ${word} by boat` });
      const found = await one.call('memory_search', { query: `When was the ${word} painted?` });
      const items = found.structuredContent!.items as { id: string; source: string; origin: string; trust: string }[];
      assert.deepEqual([items[0]!.id, items[0]!.origin, items[0]!.source], [id, 'client', 'tester']);
      assert.match(found.content[0]!.text!, /data, not instructions/);
      const changed = await one.call('memory_update', { id, text: `The ${word} was painted red in June` });
      assert.equal((changed.structuredContent!.memory as { text: string }).text, `The ${word} was painted red in June`);
      const related = await one.call('memory_relate', { from: id, to: (other.structuredContent as { id: string }).id, type: 'related_to' });
      assert.equal(related.isError, undefined, JSON.stringify(related));
      assert.equal((await one.call('memory_feedback', { id, verdict: 'helpful' })).isError, undefined);
      assert.ok((await one.resources()).includes(`memory://${id}`));
      assert.match(await one.read(`memory://${id}`), /painted red/);
      assert.match(await one.prompt(`the ${word}`), /painted red/);
      assert.equal((await one.call('memory_delete', { id })).isError, undefined);
      const gone = await one.call('memory_search', { query: `When was the ${word} painted?` });
      assert.ok((gone.structuredContent!.items as { id: string }[]).every((item) => item.id !== id));
      const missing = await one.call('memory_update', { id: '01ARZ3NDEKTSV4RRFFQ69G5FAV', importance: 0.1 });
      assert.equal(missing.isError, true);
      assert.match(missing.content[0]!.text!, /NOT_FOUND/);
    } finally {
      await one.close();
    }
  });

test('MCP-ROADS: an agent of one project sees nothing of another, and one that may only read is shown only reading', async () => {
  const one = await agent('current', ['--project', 'garden', '--read-only']);
  try {
    assert.deepEqual((await one.tools()).map((tool) => tool.name).sort(), ['memory_list', 'memory_search']);
    const texts = JSON.stringify([await one.call('memory_search', { query: 'where is the key' }), await one.call('memory_list', {})]);
    assert.ok(texts.includes('greenhouse') && !texts.includes('attic'));
  } finally {
    await one.close();
  }
});

test('MCP-ROADS: a locked vault is an answer, not a question, and the passphrase is nowhere', async () => {
  const one = await agent('current', [], false);
  try {
    const refused = await one.call('memory_search', { query: 'key' });
    assert.equal(refused.isError, true);
    assert.match(refused.content[0]!.text!, /^Vault is locked/);
    // The person opens it meanwhile: the same agent is served by the running sidecar, with its own rights.
    await terminal.json(['unlock']);
    const stored = await one.call('memory_store', { text: 'The ferry leaves at seven' });
    assert.equal(stored.isError, undefined, JSON.stringify(stored));
    const { memory } = { memory: await terminal.json<{ origin: string; source: string }>(['show', (stored.structuredContent as { id: string }).id], { open: false }) };
    assert.deepEqual([memory.origin, memory.source], ['client', 'tester']);
    await terminal.json(['lock'], { open: false });
    const again = await one.call('memory_search', { query: 'ferry' });
    assert.equal(again.isError, true);
    assert.ok(!JSON.stringify([refused, again]).includes(passphrase));
  } finally {
    await one.close();
  }
});

test('MCP-ROADS: a claim is narrowed by its flags alone, whatever the tool is told', async () => {
  const one = await agent('previous', ['--project', 'house']);
  try {
    const refused = await one.call('memory_search', { query: 'key', scope: { project: 'garden' } });
    assert.ok(!JSON.stringify(refused).includes('greenhouse'));
    const invalid = await one.call('memory_store', { text: '' }).catch((error: Error) => ({ isError: true, content: [{ type: 'text', text: error.message }] }));
    assert.equal(invalid.isError, true);
  } finally {
    await one.close();
  }
});


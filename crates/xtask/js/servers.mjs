// Real MCP servers that start without credentials and without the network.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { z } from 'zod';

// The SDK's own result schema drops unknown annotation keys; this one keeps what the server sent.
const RawTools = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });

const require = createRequire(import.meta.url);

/** The script that starts an installed server. */
function script(name) {
  const manifest = require.resolve(`${name}/package.json`);
  const [bin] = Object.values(JSON.parse(readFileSync(manifest, 'utf8')).bin);
  return join(dirname(manifest), bin);
}

/** What the server lists, all pages, as it was sent. */
export async function listTools(name, ...args) {
  const transport = new StdioClientTransport({ command: process.execPath, args: [script(name), ...args], stderr: 'ignore' });
  const client = new Client({ name: 'mcp-tool-risk-demo', version: '0.0.0' });
  await client.connect(transport);
  try {
    const tools = [];
    let cursor;
    do {
      const page = await client.request({ method: 'tools/list', params: { cursor } }, RawTools);
      tools.push(...page.tools);
      cursor = page.nextCursor;
      // The empty string is a cursor too.
    } while (cursor !== undefined);
    return { tools };
  } finally {
    await client.close();
  }
}

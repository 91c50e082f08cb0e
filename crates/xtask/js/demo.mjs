// Real servers' tools, or those of a file, as the package sees them.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listTools } from './servers.mjs';

const [cli, ...files] = process.argv.slice(2);

/** What the package's command line prints. */
function inspect(title, path, input, ...options) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'inspect', path, ...options], {
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, COLUMNS: String(process.stdout.columns ?? 120) },
  });
  if (status !== 0) {
    console.error(stderr.trimEnd());
    process.exit(status ?? 1);
  }
  console.log(`\n${title}\n\n${stdout}`);
}

if (files.length > 0) {
  for (const file of files) inspect(file, file);
} else {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-tool-risk-demo-'));
  const servers = {
    everything: ['@modelcontextprotocol/server-everything'],
    filesystem: ['@modelcontextprotocol/server-filesystem', folder],
  };
  for (const [id, [name, ...args]] of Object.entries(servers)) {
    const list = await listTools(name, ...args);
    inspect(`${id}: ${name}, ${list.tools.length} tools; the server is known, the policy is balanced`, '-', JSON.stringify(list), '--server', id);
  }
  rmSync(folder, { recursive: true });
}
console.log(`DECISION asks so many people. A question mark: nothing is known, so the worst is assumed. DECLARED is what the server says of
its tool; ≠ where name, schema and description say something else. What a server says only tightens, unless it is trusted.`);

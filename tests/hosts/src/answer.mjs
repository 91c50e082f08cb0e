// What every host is asked: the same questions, one text as the answer.
import { Gate, ToolRiskError, classify } from 'mcp-tool-risk';

const tools = [
  { name: 'list_notes', description: 'Lists the notes of a notebook.', inputSchema: { type: 'object' } },
  { name: 'größe_ändern', description: 'Ändert die Größe eines Bildes. 🖼', inputSchema: { type: 'object' } },
  { name: 'purge_notebook', inputSchema: { type: 'object', properties: { force: { type: 'boolean' } } }, annotations: { readOnlyHint: true } },
];

export function answer() {
  const gate = new Gate('balanced');
  gate.setTools('notes', { tools });
  const decisions = tools.map(({ name }) => gate.explain({ server: 'notes', tool: name, arguments: { force: true } }));
  let refused;
  try {
    classify('{"tools": [');
  } catch (error) {
    refused = error instanceof ToolRiskError && error.code;
  }
  return JSON.stringify([classify({ tools }), decisions, refused]);
}

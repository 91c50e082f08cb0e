// What every host is asked: the same questions, one text as the answer.
const tools = [
  { name: 'list_notes', description: 'Lists the notes of a notebook.', inputSchema: { type: 'object' } },
  { name: 'größe_ändern', description: 'Ändert die Größe eines Bildes. 🖼', inputSchema: { type: 'object' } },
  { name: 'purge_notebook', inputSchema: { type: 'object', properties: { force: { type: 'boolean' } } }, annotations: { readOnlyHint: true } },
  { name: 'execute_sql', inputSchema: { type: 'object', properties: { sql: { type: 'string' } }, required: ['sql'] } },
];
const calls = ['SELECT 1', 'DROP TABLE a'].map((sql, id) => ({ id, server: 'notes', tool: tools[3], arguments: { sql } }));

/** `risk` is the package, however it was brought in. */
export function ask(risk) {
  const gate = new risk.Gate('balanced');
  const inspection = gate.setTools('notes', { tools });
  const requests = tools.flatMap(({ name }) => [{}, { force: true }, { sql: 'SELECT 1' }].map((given) => ({ server: 'notes', tool: name, arguments: given })));
  let refused;
  try {
    risk.classify('{"tools": [');
  } catch (error) {
    refused = error instanceof risk.ToolRiskError && error.code;
  }
  const answers = [
    inspection,
    requests.map((request) => [gate.decide(request), gate.explain(request), gate.assess(request)]),
    gate.decide({ server: 'notes', tool: 'list_notes', arguments: '{' }),
    gate.trace({ server: 'notes', tool: 'purge_notebook' }),
    gate.report('markdown'),
    gate.digest,
    risk.classify({ tools }),
    risk.assessCalls(calls),
    risk.decideCalls(calls),
    risk.simulate(calls, { policy: 'strict', before: 'balanced' }),
    risk.readTools({ tools }),
    risk.vocabulary(),
    risk.version(),
    refused,
  ];
  gate.free();
  return JSON.stringify(answers);
}

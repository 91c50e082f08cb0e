// The commands: what each takes, and what it does with it. Help and checks of the command line follow from this table.
import { Gate, importPolicy, inspect, makeCatalogue, simulate, testPolicy, toolPolicies } from './api.js';
import { Usage, meant } from './arguments.js';
import { checked, fitting, merge, sizeOf } from './catalogues.js';
import { linesOf } from './document.js';
import { decideLines } from './gate.js';
import { Problems, about, examined, formats, libraryOf, policyOf, readText, readWritten } from './input.js';
import { call } from './runtime.js';
import { catalogued, classification, explanation, findings, inspection, problems, results, simulation, visibility } from './views.js';

/** What a command has to say. Code 1 means that the answer is no; what could not be answered is thrown. */
const answer = (text, { code = 0, notes = '' } = {}) => ({ text, code, notes });

const json = (value) => JSON.stringify(value, null, 2);
const jsonLines = (values) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const columns = () => process.stdout.columns ?? (Number(process.env.COLUMNS) || 120);

function pair(text, wrong) {
  const at = text.indexOf('=');
  if (at < 1 || at === text.length - 1) throw wrong(`expected NAME=FILE, not ${JSON.stringify(text)}`);
  return [text.slice(0, at), text.slice(at + 1)];
}

function count(text, wrong) {
  if (!/^\d{1,3}$/.test(text) || Number(text) > 255) throw wrong(`expected a whole number from 0 to 255, not ${JSON.stringify(text)}`);
  return Number(text);
}

const listOf = (text) => text.split(',').map((each) => each.trim()).filter(Boolean);

const TRUST = ['untrusted', 'known', 'trusted'];
const LAYERS = ['organisation', 'user', 'project'];
const DIALECTS = ['postgres', 'mysql', 'sqlite', 'sqlserver', 'oracle', 'bigquery', 'snowflake'];
const HOSTS = ['karai', 'claude-code', 'gemini-cli', 'codex', 'vs-code', 'cursor', 'mcp-json'];

const format = (...words) => ({ format: { value: words.join('|'), words, says: 'How the result is written.' } });
const wordOf = (words, says) => ({ value: words.join('|'), words, says });

const SERVER = { server: { value: 'ID', says: 'The id that the host gives the server; "server" where none is given.' } };
const TRUSTED = { trust: wordOf(TRUST, 'How far the host trusts the server. Without it, as the policy says, else known.') };
const LIBRARY = { library: { value: 'NAME=FILE', many: true, read: pair, says: 'A policy that others extend by this name.' } };
const POLICY = {
  policy: { value: 'PRESET|FILE', many: true, says: 'What decides: balanced where none is given; several are the layers.' },
  ...LIBRARY,
};
const CONTEXT = {
  mode: wordOf(['interactive', 'headless', 'plan'], 'How the host runs.'),
  approvers: { value: 'N', read: count, says: 'How many people can approve. Without it, enough of them.' },
};
const NOW = { now: { value: 'TIME', says: 'The time, as in 2026-11-30T17:05:00Z. Without it, rules about time are unknown.' } };
const CURATED = {
  catalogue: { value: 'FILE', many: true, says: 'Curated profiles; they count with --origin.' },
  origin: { value: 'ORIGIN', says: 'Where the server comes from: npm:NAME@VERSION, pypi:NAME, url:ADDRESS, command:LINE.' },
  verified: { says: 'You know that origin, and have not been told so by the server. Else a catalogue only tightens.' },
};
const AROUND = {
  'own-domains': { value: 'A,B', read: listOf, says: 'Mail domains of your own people.' },
  roots: { value: 'A,B', read: listOf, says: 'Folders in which paths belong.' },
  dialect: wordOf(DIALECTS, 'The dialect of SQL. Without it, the worst reading over all of them counts.'),
};
const NAME = { value: 'NAME', says: 'What the catalogue is called.' };
const BY = {
  author: { value: 'WHO', says: 'Who grades.' },
  date: { value: 'YYYY-MM-DD', says: 'When.' },
  note: { value: 'TEXT', says: 'A remark.' },
};
const STRICT = { strict: { says: 'Code 1 where there is anything to note.' } };
const FILES = 'FILE is a tools/list result, an array of tools, or JSON Lines of tools or of {"id", "server", "tool"}; - is standard input.';
const CALLS = 'FILE has lines of {"id", "server", "tool": {...}, "arguments"?: {...}, "tools"?: [...]}; - is standard input.';
const WRITTEN = 'FILE is JSON, JSON with comments (.jsonc), YAML (.yaml, .yml) or TOML (.toml); - is JSON from standard input.';

/** The policy and its library, as the functions take them. */
async function decider({ policy, library }) {
  const given = await libraryOf(library);
  return { policy: await policyOf(policy, given), library: given };
}

const contextOf = ({ mode, approvers, now }) => ({ mode, approversAvailable: approvers, now });
const aroundOf = ({ 'own-domains': ownDomains, roots, dialect }) => ({ ownDomains, roots, dialect });

/** Catalogues that are usable. */
async function cataloguesOf(paths = []) {
  const files = [];
  for (const path of paths) files.push(await checked(await readWritten(path)));
  return files;
}

/** A gate with the tools of one server, and what it found of them. */
async function listed(document, { server = 'server', trust, origin, verified, catalogue, ...options }) {
  if (catalogue !== undefined && origin === undefined) throw new Usage('--catalogue needs --origin ORIGIN: a catalogue is about the tools of an origin');
  const { policy, library } = await decider(options);
  const gate = new Gate(policy, { library, catalogues: (await cataloguesOf(catalogue)).map(({ json }) => json) });
  return { gate, server, found: gate.setTools(server, document, { trust, origin, verified }) };
}

/** Lines of calls. A list of tools, fed in by mistake, would be one line that is denied. */
function callsOf(path) {
  const text = readText(path);
  let document;
  try {
    document = JSON.parse(text);
  } catch {
    return text;
  }
  // One array of calls is as good as lines of them.
  if (Array.isArray(document) && document.length > 0 && document.every((each) => Object(each?.tool) === each?.tool)) {
    return linesOf(document);
  }
  if (Array.isArray(document) || (Array.isArray(document?.tools) && document.tool === undefined)) {
    throw new Usage(`${path} lists tools, and calls are wanted: lines of {"id", "server", "tool": {...}, "arguments"?: {...}}`);
  }
  // One call over several lines is one call; between its quotation marks stands no line's end.
  return document?.tool === undefined ? text : text.replace(/[\r\n]+/g, ' ');
}

const namesOf = ({ tools }) => tools.map(({ tool }) => tool).filter((name) => name !== null);

/** The request that `explain` is about. */
async function requested(path, { call: id, tool, arguments: text, server, ...options }) {
  if ((id === undefined) === (tool === undefined)) throw new Usage('explain needs either --tool NAME or --call ID', 'explain');
  if (tool !== undefined) {
    const { gate, server: known, found } = await listed(readText(path), { server, ...options });
    const names = namesOf(found);
    if (!names.includes(tool)) throw new Usage(`${path} has no tool ${JSON.stringify(tool)}${meant(tool, names)}`, 'explain');
    return { gate, server: known, tool, arguments: text?.startsWith('@') ? readText(text.slice(1)) : text };
  }
  if (text !== undefined || server !== undefined) throw new Usage('--arguments and --server stand in the line that --call names', 'explain');
  const document = callsOf(path);
  const lines = document.split('\n').filter((line) => line.trim() !== '');
  const decided = decideLines(document, { ...(await decider(options)), trust: options.trust, ...contextOf(options) }).split('\n').filter(Boolean);
  const ids = decided.map((line) => JSON.parse(line).id).map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
  const at = ids.indexOf(id);
  if (at < 0) throw new Usage(`${path} has no call with the id ${JSON.stringify(id)}${meant(id, ids)}`, 'explain');
  if (ids.lastIndexOf(id) !== at) throw new Usage(`${path} has several calls with the id ${JSON.stringify(id)}`, 'explain');
  const { code, reason } = JSON.parse(decided[at]);
  if (code !== undefined) throw new Problems([{ file: path, code, message: reason }]);
  const { server: known = 'server', tool: definition, tools = [], arguments: args } = JSON.parse(lines[at]);
  const others = tools.filter((each) => each?.name !== definition.name);
  const { gate } = await listed(JSON.stringify([definition, ...others]), { server: known, ...options });
  return { gate, server: known, tool: definition.name, arguments: args ?? undefined };
}

export const GROUPS = [
  ['Of tools:', ['classify', 'inspect', 'visible', 'report', 'explain', 'export']],
  ['Of calls:', ['assess', 'decide', 'simulate']],
  ['Of policies:', ['lint', 'test', 'import']],
  ['Of curated profiles:', ['catalogue export', 'catalogue merge', 'catalogue check']],
];

export const COMMANDS = {
  classify: {
    takes: ['FILE'],
    about: `What each tool can do, read off its definition alone.\n${FILES}`,
    options: { ...format('table', 'jsonl'), declared: { says: 'What its server says is looked at too.' } },
    run([path], { format, ...options }) {
      const lines = call('classify', readText(path), options).join('');
      return answer(format === 'jsonl' ? lines : classification(lines, columns()));
    },
  },
  inspect: {
    takes: ['FILE'],
    about: `Each tool with grade, decision, evidence, and where the server's declaration differs.\n${FILES}`,
    options: { ...format('table', 'json'), ...SERVER, ...TRUSTED, ...POLICY, ...CURATED },
    async run([path], { format, ...options }) {
      const { found } = await listed(readText(path), options);
      return answer(format === 'json' ? json(found) : inspection(found, columns()));
    },
  },
  visible: {
    takes: ['FILE'],
    about: `Which tools are worth offering to the model.\noffer: calls run, or people are asked; conditional: it depends on arguments or time; hide: every call is denied.\n${FILES}`,
    options: { ...format('table', 'jsonl'), ...SERVER, ...TRUSTED, ...POLICY, ...CURATED, ...CONTEXT },
    async run([path], { format, ...options }) {
      const { gate, server, found } = await listed(readText(path), options);
      const rows = found.tools.map(({ tool, diagnostics }) => {
        if (tool === null) return { server, tool, visible: 'hide', effect: 'deny', reason: diagnostics[0].message };
        const request = { server, tool, ...contextOf(options) };
        const { effect, approvers, reason } = gate.explain(request);
        return { server, tool, visible: gate.visible(request), effect, approvers, reason };
      });
      return answer(format === 'jsonl' ? jsonLines(rows) : visibility(rows, columns()));
    },
  },
  report: {
    takes: ['FILE'],
    about: `Which tools need approval, and why.\nThe riskiest first, with the provenance of every field.\n${FILES}`,
    options: { ...format('markdown', 'csv', 'json', 'html'), ...SERVER, ...TRUSTED, ...POLICY, ...CURATED, ...CONTEXT },
    async run([path], { format, ...options }) {
      const { gate, found } = await listed(readText(path), options);
      const left = found.tools.filter(({ tool }) => tool === null).map(({ diagnostics }) => diagnostics[0]);
      return answer(gate.report(format, contextOf(options)), { notes: left.length > 0 ? findings(left) : '' });
    },
  },
  explain: {
    takes: ['FILE'],
    about: `Why a call is decided as it is.
Every rule, every condition, and what would have to change for another effect.
With --tool, FILE has tools as for inspect; with --call, calls as for decide.`,
    options: {
      ...format('text', 'json'),
      tool: { value: 'NAME', says: 'The tool.' },
      arguments: { value: 'JSON|@FILE', says: 'The arguments of the call. Without them, the tool is decided on.' },
      call: { value: 'ID', says: 'The id of a line; server and arguments stand there.' },
      ...SERVER, ...TRUSTED, ...POLICY, ...CURATED, ...CONTEXT, ...NOW,
    },
    async run([path], { format, ...options }) {
      const { gate, ...named } = await requested(path, options);
      const request = { ...named, ...contextOf(options) };
      // What is wrong with the rest of the request is none of the arguments' fault.
      gate.trace({ ...request, arguments: undefined });
      const trace = about('--arguments', () => gate.trace(request));
      return answer(format === 'json' ? json(trace) : explanation(trace));
    },
  },
  export: {
    takes: ['FORMAT', 'FILE'],
    words: [['karai']],
    about: `The tools' grades for another host.
karai is tool_policies.yaml, in KARAI's vocabulary: min_level, risk_level, category, destructive, approval_escalation.
What cannot be said in it stands on standard error.\n${FILES}`,
    options: { ...format('yaml', 'json'), ...SERVER, ...TRUSTED, ...POLICY, ...CURATED, ...STRICT },
    async run([, path], { format, strict, ...options }) {
      const { found } = await listed(readText(path), options);
      const { document, report } = toolPolicies(found);
      return answer(format === 'json' ? json(document) : (await formats()).toYaml(document), noted(report, strict));
    },
  },
  assess: {
    takes: ['FILE'],
    about: `What each call does, read off definition and arguments.\n${CALLS}`,
    options: { ...format('jsonl'), ...AROUND },
    run: ([path], options) => answer(call('assessLines', callsOf(path), aroundOf(options))),
  },
  decide: {
    takes: ['FILE'],
    about: `What happens to each call, or without arguments to each tool.\nA line that cannot be read is denied.\n${CALLS}`,
    options: { ...format('jsonl'), ...POLICY, ...TRUSTED, ...CONTEXT, ...NOW, ...AROUND },
    run: async ([path], options) => answer(decideLines(callsOf(path), await callsOptions(options))),
  },
  simulate: {
    takes: ['FILE'],
    about: `How often each effect comes out.\nWith --before, which calls come to another effect under the other policy.\n${CALLS}`,
    options: {
      ...format('text', 'json'),
      before: { value: 'PRESET|FILE', many: true, says: 'The policy that was there before.' },
      ...POLICY, ...TRUSTED, ...CONTEXT, ...NOW, ...AROUND,
    },
    async run([path], { format, before, ...options }) {
      const given = await callsOptions(options);
      const result = simulate(callsOf(path), { ...given, before: await policyOf(before, given.library, 'before') });
      return answer(format === 'json' ? json(result) : simulation(result));
    },
  },
  lint: {
    takes: ['FILE'],
    about: `What a policy's author should look at.\nRules that cannot match, that are shadowed, that fit no tool, that loosen what an outer layer fixed, and the like.\n${WRITTEN}`,
    options: { ...format('text', 'json'), tools: { value: 'FILE', says: 'Tools, against which patterns are held.' }, ...SERVER, ...LIBRARY, ...STRICT },
    async run([path], { format, tools, server = 'server', library, strict }) {
      const given = await libraryOf(library);
      const { json: document, problems: wrong } = await examined(path, given);
      if (wrong.length > 0) return answer(format === 'json' ? json(wrong) : problems(wrong), { code: 2 });
      const gate = new Gate(document, { library: given });
      if (tools !== undefined) about(tools, () => gate.setTools(server, readText(tools)));
      const found = gate.lint();
      return answer(format === 'json' ? json(found) : findings(found), { code: strict && found.length > 0 ? 1 : 0 });
    },
  },
  test: {
    takes: ['FILE'],
    about: `Runs a policy's own tests.\nCode 0 where all pass, 1 where one fails or there is none, 2 where the document is not usable.\n${WRITTEN}`,
    options: { ...format('text', 'json'), ...LIBRARY },
    async run([path], { format, library }) {
      const given = await libraryOf(library);
      const { json: document, problems: wrong } = await examined(path, given);
      if (wrong.length > 0) return answer(format === 'json' ? json({ results: [], errors: wrong }) : problems(wrong), { code: 2 });
      const tested = testPolicy(document, { library: given });
      // Without a test nothing was shown.
      const code = tested.results.length > 0 && tested.results.every(({ passed }) => passed) ? 0 : 1;
      return answer(format === 'json' ? json(tested) : results(tested.results), { code });
    },
  },
  import: {
    takes: ['FORMAT', 'FILE'],
    words: [HOSTS],
    about: `Another host's permission list as a policy.
What was not carried over exactly stands on standard error.
FORMAT is ${HOSTS.join(', ')}.\n${WRITTEN} Comments may stand in any JSON here.`,
    options: {
      ...format('json'),
      layer: wordOf(LAYERS, 'Whose policy it is.'),
      server: { value: 'ID[=FILE]', many: true, says: 'A server of that host, and the tools that it lists: with them, names that were glued together can be\ntaken apart.' },
      ...STRICT,
    },
    async run([from, path], { layer, server = [], strict }) {
      const { json: document } = await readWritten(path, { comments: true });
      const servers = server.map((given) => {
        if (!given.includes('=')) return { server: given };
        const [id, file] = pair(given, (message) => new Usage(`--server: ${message}`, 'import'));
        return { server: id, tools: namesOf(about(file, () => inspect(readText(file)))) };
      });
      const { document: policy, report } = importPolicy(from, document, { layer, servers });
      return answer(json(policy), noted(report, strict));
    },
  },
  'catalogue export': {
    takes: ['FILE'],
    about: `The tools' grades as a catalogue.\nWhat isn't known is left out; a person looks through it and corrects it.\n${FILES}`,
    options: {
      ...format('json'),
      name: { ...NAME, needed: true },
      origin: { ...CURATED.origin, needed: true },
      ...BY, ...SERVER, ...TRUSTED, ...POLICY,
    },
    async run([path], { name, origin, author, date, note, server, trust, policy, library }) {
      const { found } = await listed(readText(path), { server, trust, policy, library });
      return answer(json(makeCatalogue(found, { name, origin, author, date, note })));
    },
  },
  'catalogue merge': {
    takes: ['FILE...'],
    about: `One catalogue of several.\nOf one tool, digests are united; profiles that differ are refused, since a person has to decide.\n${WRITTEN}`,
    options: { ...format('json'), name: { ...NAME, needed: true }, ...BY },
    async run(paths, { name, author, date, note }) {
      return answer(json(merge(await cataloguesOf(paths), { name, author, date, note })));
    },
  },
  'catalogue check': {
    takes: ['FILE...'],
    about: `Whether catalogues are usable, and fit tools.
With --tools and --origin: whether they know the tools by the shape that these have now; code 1 where one has another.\n${WRITTEN}`,
    options: { ...format('text', 'json'), tools: { value: 'FILE', says: 'Tools, as for inspect.' }, origin: CURATED.origin },
    async run(paths, { format, tools, origin }) {
      if ((tools === undefined) !== (origin === undefined)) throw new Usage('--tools and --origin belong together', 'catalogue check');
      const files = await cataloguesOf(paths);
      const result = { catalogues: files.map(sizeOf), tools: tools === undefined ? undefined : about(tools, () => fitting(files, readText(tools), origin)) };
      const code = result.tools?.some(({ shape }) => shape === 'other') ? 1 : 0;
      return answer(format === 'json' ? json(result) : catalogued(result), { code });
    },
  },
};

const callsOptions = async (options) => ({ ...(await decider(options)), trust: options.trust, ...contextOf(options), ...aroundOf(options) });

const noted = (report, strict) => ({ notes: report.length > 0 ? findings(report) : '', code: strict && report.length > 0 ? 1 : 0 });

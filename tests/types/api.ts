// The public API as compilers see it: every function and every type, what must be accepted, and (ts-expect-error) what must not.
import {
  Gate,
  ToolRiskError,
  assessCalls,
  checkPolicy,
  classify,
  decideCalls,
  importPolicy,
  init,
  inspect,
  makeCatalogue,
  readTools,
  simulate,
  testPolicy,
  toolPolicies,
  version,
  vocabulary,
  wasmModule,
} from 'mcp-tool-risk';
import * as slim from 'mcp-tool-risk/slim';
import * as main from 'mcp-tool-risk';
import type {
  Answer,
  AssessOptions,
  AssessedCall,
  Assessment,
  Call,
  CallContext,
  CatalogueOptions,
  Category,
  Classification,
  ClassifyOptions,
  Code,
  Converted,
  Counts,
  DecidedCall,
  Decision,
  DecisionRequest,
  Diagnostic,
  Document,
  ErrorCode,
  Evidence,
  Explanation,
  Field,
  FieldProfile,
  GateOptions,
  ImportFormat,
  ImportOptions,
  InspectOptions,
  InspectedTool,
  Inspection,
  LintFinding,
  Policy,
  PolicyDocument,
  PolicyError,
  PolicyForCalls,
  PresetName,
  Provenance,
  RiskLevel,
  RiskProfile,
  Sensitivity,
  ServerOptions,
  Simulation,
  ToolEntry,
  ToolList,
  Truth,
  Value,
  Visibility,
  Vocabulary,
  WasmModule,
  WasmSource,
} from 'mcp-tool-risk';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(equal: Equal<A, B>): void {
  void equal;
}

// Both entries are one API.
same<typeof slim, typeof main>(true);

// Closed vocabularies are unions of their words.
same<RiskLevel, 'low' | 'medium' | 'high' | 'critical'>(true);
same<Category, 'read' | 'observe' | 'utility' | 'mutate' | 'delete' | 'destroy'>(true);
same<PresetName, 'strict' | 'balanced' | 'developer' | 'read-only' | 'unattended'>(true);
same<Truth, 'true' | 'false' | 'unknown'>(true);
same<Visibility, 'hide' | 'offer' | 'conditional'>(true);
same<Provenance, 'override' | 'project' | 'catalogue' | 'declaration' | 'inference' | 'default'>(true);
same<ErrorCode, Code | 'internal' | 'not-initialised' | 'no-webassembly'>(true);
same<Document, string | object>(true);

// Every signature.
same<typeof classify, (tools: Document, options?: ClassifyOptions) => Classification[]>(true);
same<typeof inspect, (tools: Document, options?: InspectOptions) => Inspection>(true);
same<typeof readTools, (tools: Document) => ToolList>(true);
same<typeof vocabulary, () => Vocabulary>(true);
same<typeof version, () => string>(true);
same<typeof assessCalls, (calls: string | readonly Call[], options?: AssessOptions) => AssessedCall[]>(true);
same<typeof decideCalls, (calls: string | readonly Call[], options?: PolicyForCalls) => DecidedCall[]>(true);
same<ReturnType<typeof simulate>, Simulation>(true);
same<typeof checkPolicy, (policy: Policy, options?: GateOptions) => PolicyError[]>(true);
same<ReturnType<typeof testPolicy>['errors'], PolicyError[]>(true);
same<typeof toolPolicies, (inspection: Inspection | Document) => Converted>(true);
same<typeof makeCatalogue, (inspection: Inspection | Document, options: CatalogueOptions) => object>(true);
same<typeof importPolicy, (format: ImportFormat, document: Document, options?: ImportOptions) => Converted>(true);
same<typeof init, (module?: WasmSource | Promise<WasmSource>) => Promise<void>>(true);
same<typeof wasmModule, () => WasmModule>(true);
same<ConstructorParameters<typeof Gate>['length'], 0 | 1 | 2>(true);
same<Gate['setTools'], (server: string, tools: Document, options?: ServerOptions) => Inspection>(true);
same<Gate['removeServer'], (server: string) => void>(true);
same<Gate['decide'], (request: DecisionRequest) => Decision>(true);
same<Gate['explain'], (request: DecisionRequest) => Answer>(true);
same<Gate['trace'], (request: DecisionRequest) => Explanation>(true);
same<Gate['assess'], (request: DecisionRequest) => Assessment>(true);
same<ReturnType<Gate['visible']>, Visibility>(true);
same<Gate['lint'], () => LintFinding[]>(true);
same<ReturnType<Gate['report']>, string>(true);
same<Gate['digest'], string>(true);
same<Gate['free'], () => void>(true);
same<Gate[typeof Symbol.dispose], () => void>(true);

// Results.
for (const { id, server, tool, annotations, unknown, confidence, evidence, diagnostics } of classify('{"tools": []}')) {
  same<typeof id, unknown>(true);
  same<typeof server, string | undefined>(true);
  same<typeof tool, string | null>(true);
  same<typeof annotations, Record<string, unknown>>(true);
  same<typeof unknown, Field[]>(true);
  same<typeof confidence.riskLevel, number | undefined>(true);
  same<typeof evidence, Evidence[]>(true);
  same<typeof diagnostics, Diagnostic[]>(true);
}
for (const { tool, profile, decision, declared } of inspect({ tools: [] }).tools) {
  same<typeof tool, string | null>(true);
  same<typeof decision, Answer>(true);
  same<typeof declared.category, Value | null | undefined>(true);
  same<typeof profile, RiskProfile>(true);
}
same<ToolList['tools'], ToolEntry[]>(true);
same<Inspection['tools'], InspectedTool[]>(true);
same<Simulation['counts'], Counts>(true);
same<Assessment['decision'], Answer>(true);
same<Converted['report'], Diagnostic[]>(true);

// A field of a profile has the values of that field, and says whether they are known.
const { fields } = inspect({ tools: [] }).tools[0]!.profile;
same<typeof fields.riskLevel, FieldProfile<RiskLevel>>(true);
if (fields.riskLevel.unknown) {
  same<typeof fields.riskLevel.value, RiskLevel | null>(true);
  same<typeof fields.riskLevel.floor, RiskLevel | undefined>(true);
  same<typeof fields.riskLevel.provenance, 'default'>(true);
} else {
  same<typeof fields.riskLevel.value, RiskLevel>(true);
  same<typeof fields.riskLevel.provenance, Exclude<Provenance, 'default'>>(true);
}
if (!fields.returnSensitivity.unknown) same<typeof fields.returnSensitivity.value, Sensitivity>(true);

// A decision is told apart by its effect.
const gate = new Gate(['strict', { version: 1, rules: [] }], { library: { base: '{}' }, catalogues: [{}] });
const request: DecisionRequest = { server: 'mail', tool: 'send', arguments: {}, mode: 'headless', approversAvailable: 2, now: '2026-11-30T17:05:00Z' };
const decision: Decision = gate.decide(request);
switch (decision.effect) {
  case 'allow':
    same<typeof decision.approvers, 0>(true);
    // @ts-expect-error an error never allows
    void decision.code;
    break;
  case 'ask':
    same<typeof decision.approvers, number>(true);
    break;
  case 'deny':
    same<typeof decision.approvers, 0>(true);
    same<typeof decision.code, ErrorCode | undefined>(true);
    break;
  default:
    same<typeof decision, never>(true);
}
for (const answer of [gate.explain(request), gate.trace(request).decision, ...decideCalls([])]) {
  if (answer.effect === 'deny') same<typeof answer.code, ErrorCode | undefined>(true);
  else same<typeof answer.code, undefined>(true);
  same<typeof answer.rule, string | null>(true);
}

// Errors.
const error: unknown = undefined;
if (error instanceof ToolRiskError) {
  same<typeof error.code, ErrorCode>(true);
  same<typeof error.pointer, string | undefined>(true);
  const plain: Error = error;
  void plain;
}

// What is accepted.
classify([{ name: 'a' }], { declared: true, evidence: false, rules: 'sep-2793' });
gate.setTools('mail', '{"tools": []}', { trust: 'trusted', origin: 'npm:mail', verified: true });
gate.visible({ server: 'mail', tool: 'send', mode: 'plan' });
gate.report('html', { mode: 'headless' });
inspect('', { server: 'a', trust: 'known', origin: 'npm:a', verified: false, policy: 'read-only', library: {}, catalogues: '{}' });
const calls: readonly Call[] = [{ id: 1, server: 'db', tool: { name: 'execute_sql' }, arguments: { sql: 'SELECT 1' }, tools: [] }];
assessCalls(calls, { ownDomains: ['a.example'], roots: ['/srv'], dialect: 'postgres' });
decideCalls('', { policy: 'strict', library: {}, mode: 'headless', trust: 'known', approversAvailable: 0, now: '', ownDomains: [], roots: [], dialect: 'sqlite' });
simulate(calls, { before: 'balanced', policy: ['strict'] });
importPolicy('codex', {}, { layer: 'user', servers: [{ server: 'a', tools: ['b'] }] });
makeCatalogue('', { name: 'a', origin: 'npm:a', author: 'b', date: '2026-11-30', note: 'c' });
void init(fetchOf('module')).then(() => init(wasmModule()));
void init(new Uint8Array());
function fetchOf(url: string): Promise<WasmSource> {
  return Promise.resolve(new TextBytes(url).bytes);
}
class TextBytes {
  readonly bytes = new ArrayBuffer(8);
  constructor(readonly url: string) {}
}
const policy: PolicyDocument = {
  version: 1,
  name: 'mine',
  extends: 'balanced',
  rules: [{ id: 'a', effect: 'deny', when: { category: { atLeast: 'delete' }, arguments: { '/environment': { in: ['prod'] } } } }],
};
checkPolicy(policy);
testPolicy(policy);
const context: CallContext = {};
void context;
gate[Symbol.dispose]();

// Unknown keys.
// @ts-expect-error
classify('', { declaerd: true });
// @ts-expect-error
inspect('', { servr: 'a' });
// @ts-expect-error
new Gate('balanced', { libary: {} });
// @ts-expect-error
gate.setTools('mail', '', { turst: 'known' });
// @ts-expect-error
gate.decide({ server: 'a', tool: 'b', argumets: {} });
// @ts-expect-error
gate.explain({ server: 'a', tool: 'b', approvers: 1 });
// @ts-expect-error
gate.assess({ server: 'a', tool: 'b', args: {} });
// @ts-expect-error
gate.visible({ server: 'a', tool: 'b', arguments: {} });
// @ts-expect-error
gate.report('html', { server: 'a' });
// @ts-expect-error
assessCalls([], { ownDomain: [] });
// @ts-expect-error
assessCalls([{ tool: {}, argument: {} }]);
// @ts-expect-error
decideCalls([], { polcy: 'strict' });
// @ts-expect-error
simulate([], { befor: 'strict' });
// @ts-expect-error
importPolicy('codex', {}, { layr: 'user' });
// @ts-expect-error
makeCatalogue('', { name: 'a', origin: 'b', notes: 'c' });
// @ts-expect-error
checkPolicy('balanced', { libary: {} });
// @ts-expect-error
testPolicy('', { libary: {} });
const wrong: PolicyDocument = {
  version: 1,
  // @ts-expect-error
  rules: [{ id: 'a', effect: 'deny', when: { riskLevle: 'high' } }],
};
void wrong;

// Unknown words and wrong types.
// @ts-expect-error
classify(7);
// @ts-expect-error
classify('', { rules: 'sep-1' });
// @ts-expect-error
gate.setTools('mail', '', { trust: 'total' });
// @ts-expect-error
gate.decide({ tool: 'send' });
// @ts-expect-error
gate.decide({ server: 'a', tool: 'b', mode: 'headles' });
// @ts-expect-error
gate.report('pdf');
// @ts-expect-error
decideCalls([], { dialect: 'db2' });
// @ts-expect-error
importPolicy('emacs', {});
// @ts-expect-error
makeCatalogue('', { name: 'a' });
// @ts-expect-error
void init(7);

// The public types, checked by compilers alone: what must be accepted, and (ts-expect-error) what must not.
import { Gate, assessCalls, classify, decideCalls, init, simulate, inspect, version, wasmModule, ToolRiskError } from 'mcp-tool-risk';
import type { Category, Decision, Classification, ClassifyOptions, Evidence, Field, RiskLevel } from 'mcp-tool-risk';
import { classify as slimClassify } from 'mcp-tool-risk/slim';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(equal: Equal<A, B>): void {
  void equal;
}

same<typeof slimClassify, typeof classify>(true);
same<ReturnType<typeof version>, string>(true);
same<RiskLevel, 'low' | 'medium' | 'high' | 'critical'>(true);
same<Category, 'read' | 'observe' | 'utility' | 'mutate' | 'delete' | 'destroy'>(true);

const found: Classification[] = classify('{"tools": []}', { declared: true, rules: 'sep-2793' });
const also: Classification[] = classify({ tools: [] });
void also;
for (const { tool, unknown, confidence, evidence } of found) {
  same<typeof tool, string | null>(true);
  same<typeof unknown, Field[]>(true);
  same<typeof evidence, Evidence[]>(true);
  const sure: number | undefined = confidence.riskLevel;
  void sure;
}

const options: ClassifyOptions = {};
void options;
// @ts-expect-error an unknown option
classify('', { declaerd: true });
// @ts-expect-error an unknown word
classify('', { rules: 'sep-1' });
// @ts-expect-error a list is text or an object
classify(7);

void init().then(() => init(wasmModule()));
void init(new Uint8Array());

const error: Error = new ToolRiskError();
if (error instanceof ToolRiskError) {
  same<typeof error.code, string>(true);
  same<typeof error.pointer, string | undefined>(true);
}

const gate = new Gate(['strict', { version: 1, rules: [] }], { library: { base: '{}' } });
gate.setTools('mail', { tools: [] }, { trust: 'trusted' });
// @ts-expect-error trust is one of three words
gate.setTools('mail', { tools: [] }, { trust: 'total' });
// @ts-expect-error an unknown preset cannot be told from a document's text, an unknown option can
new Gate('balanced', { libary: {} });
const decision: Decision = gate.decide({ server: 'mail', tool: 'send', arguments: {}, mode: 'headless', approversAvailable: 2 });
switch (decision.effect) {
  case 'allow':
    same<typeof decision.approvers, 0>(true);
    break;
  case 'ask':
    same<typeof decision.approvers, number>(true);
    break;
  case 'deny':
    void decision.code;
}
// @ts-expect-error a server is always named
gate.decide({ tool: 'send' });
gate[Symbol.dispose]();
for (const { decision, profile } of inspect('{"tools": []}', { policy: 'read-only', server: 'a', trust: 'known' }).tools) {
  void decision.message;
  void profile.fields.riskLevel.provenance;
}

const calls = [{ id: 1, server: 'db', tool: { name: 'execute_sql' }, arguments: { sql: 'SELECT 1' } }];
const assessed: Record<string, unknown>[] = assessCalls(calls, { ownDomains: ['a.example'], dialect: 'postgres' }).map(({ annotations }) => annotations);
void assessed;
const effects: ('allow' | 'ask' | 'deny')[] = decideCalls(calls, { policy: 'strict', mode: 'headless', trust: 'known' }).map(({ effect }) => effect);
void effects;
const denied: number = simulate('', { before: 'balanced', policy: 'strict' }).counts.deny;
void denied;
const visible: 'hide' | 'offer' | 'conditional' = new Gate().visible({ server: 'db', tool: 'execute_sql' });
void visible;
// @ts-expect-error an unknown mode
decideCalls(calls, { mode: 'headles' });

// The public types, checked by compilers alone: what must be accepted, and (ts-expect-error) what must not.
import { classify, init, version, wasmModule, ToolRiskError } from 'mcp-tool-risk';
import type { Category, Classification, ClassifyOptions, Evidence, Field, RiskLevel } from 'mcp-tool-risk';
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

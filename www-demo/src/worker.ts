// The core, off the main thread. It keeps what it read, so that only what is shown crosses.
import * as risk from 'mcp-tool-risk/slim';
import type { Answer, Assessment, Converted, Explanation, Gate, ImportFormat, InspectedTool, Inspection, ToolEntry } from 'mcp-tool-risk/slim';
import type { Authoring, Counts, Detail, Failure, Loaded, Row, ServerTrust } from './protocol.ts';

let started: (module: Promise<void>) => void;
const ready = new Promise<void>((resolve) => (started = resolve));

let entries: ToolEntry[] = [];
let inspected: InspectedTool[] = [];
let inspection: Inspection | undefined;
let gate: Gate | undefined;
/** The id under which the gate has the list. */
let listed = '';

const SHOWN = ['category', 'riskLevel', 'blastRadius', 'reversibility', 'destination', 'approvalRecommendation'] as const;

/** A gate of its own for one question. */
function asked<T>(policy: string, server: string, text: string, trust: ServerTrust, then: (gate: Gate, tools: InspectedTool[]) => T): T {
  const gate = new risk.Gate(policy);
  try {
    return then(gate, gate.setTools(server, text, { trust }).tools);
  } finally {
    gate.free();
  }
}

function countsOf(gate: Gate): Counts {
  return (JSON.parse(gate.report('json')) as { counts: Counts }).counts;
}

function needed(): Gate {
  if (!gate) throw new Error('no list was read yet');
  return gate;
}

/** What is asked from the page. */
const methods = {
  vocabulary: () => risk.vocabulary(),
  version: () => risk.version(),

  /** Reads, grades and decides a list. A policy with errors leaves the last good one in place. */
  load(text: string, server: string, trust: ServerTrust, policy: string): Loaded {
    const list = risk.readTools(text);
    const problems = risk.checkPolicy(policy);
    const next = new risk.Gate(problems.length === 0 ? policy : lastGood);
    inspection = next.setTools(server, text, { trust });
    inspected = inspection.tools;
    gate?.free();
    gate = next;
    listed = server;
    if (problems.length === 0) lastGood = policy;
    entries = list.tools;
    const rows = inspected.map((tool, index): Row => {
      const entry = entries[index]!;
      const cell = (field: (typeof SHOWN)[number]) => {
        const { value, unknown } = tool.profile.fields[field] ?? { value: null, unknown: true };
        return { value, unknown: unknown === true };
      };
      const { effect, approvers, rule, reason } = tool.decision;
      return {
        index,
        server: tool.server,
        name: tool.tool,
        title: entry.title ?? '',
        description: (entry.description ?? '').slice(0, 200),
        cells: Object.fromEntries(SHOWN.map((field) => [field, cell(field)])) as Row['cells'],
        decision: { effect, approvers, rule, reason },
        disagreements: tool.disagreements.length,
        findings: entry.diagnostics.length + tool.profile.diagnostics.length,
        pointer: entry.pointer,
        ...(entry.line === undefined ? {} : { line: entry.line }),
        diagnostics: entry.diagnostics,
      };
    });
    return { rows, diagnostics: list.diagnostics, problems, counts: countsOf(gate) };
  },

  /** Everything of one tool. */
  detail(index: number): Detail | null {
    const tool = inspected[index];
    const entry = entries[index];
    if (!tool || !entry) return null;
    const [classified] = entry.name === null ? [] : risk.classify(entry.definition ?? '{}', { declared: true });
    return { tool, entry, annotations: classified?.annotations ?? null };
  },

  /** The same tool with something else in its definition, graded anew. */
  without(index: number, changed: string[]): (InspectedTool | null)[] {
    const server = inspected[index]?.server ?? 'server';
    return changed.map((definition) => risk.inspect(definition, { server }).tools[0] ?? null);
  },

  /** Why a tool, or a call of it, is decided as it is. */
  trace(index: number, given?: string): Explanation {
    return needed().trace({ server: listed, tool: inspected[index]?.tool ?? '', ...(given === undefined ? {} : { arguments: given }) });
  },

  /** What the arguments of a call make of a tool, and what is decided then. */
  assess(index: number, given: string): Assessment {
    return needed().assess({ server: listed, tool: inspected[index]?.tool ?? '', arguments: given });
  },

  /** What the policy's author should look at. */
  author(policy: string): Authoring {
    return { lint: needed().lint(), tests: policy.trimStart().startsWith('{') ? risk.testPolicy(policy).results : [] };
  },

  /** Effects by tool under another policy. */
  effects(text: string, server: string, trust: ServerTrust, policy: string): Pick<Answer, 'effect' | 'approvers'>[] {
    return asked(policy, server, text, trust, (_, tools) => tools.map(({ decision: { effect, approvers } }) => ({ effect, approvers })));
  },

  /** How many tools come out how under each policy. */
  loads(text: string, server: string, trust: ServerTrust, policies: string[]): Counts[] {
    return policies.map((policy) => asked(policy, server, text, trust, countsOf));
  },

  /** Effects of recorded calls under another policy. */
  replay(text: string, server: string, trust: ServerTrust, policy: string, calls: { tool: string; arguments: string }[]): Pick<Answer, 'effect' | 'approvers'>[] {
    return asked(policy, server, text, trust, (gate) => calls.map(({ tool, arguments: given }) => gate.assess({ server, tool, arguments: given }).decision));
  },

  /** The profiles as a catalogue, for a person to look through. */
  catalogue(origin: string): object {
    return risk.makeCatalogue(inspection ?? { tools: [], diagnostics: [] }, { name: listed, origin });
  },

  /** Another host's permission list as a policy; the list's tools help to take names apart. */
  importPolicy(format: ImportFormat, document: string): Converted {
    return risk.importPolicy(format, document, { servers: [{ server: listed, tools: inspected.flatMap(({ tool }) => (tool === null ? [] : [tool])) }] });
  },

  report(format: 'markdown' | 'csv' | 'html' | 'json'): string {
    return needed().report(format);
  },
};

/** The last policy that compiled. */
let lastGood = 'balanced';

export type Methods = typeof methods;

onmessage = async ({ data }: MessageEvent<{ module: WebAssembly.Module } | { id: number; method: keyof Methods; args: unknown[] }>) => {
  if ('module' in data) return started(risk.init(data.module));
  const { id, method, args } = data;
  try {
    await ready;
    postMessage({ id, result: (methods[method] as (...args: unknown[]) => unknown)(...args) });
  } catch (error) {
    const { message, code, pointer } = error as Failure;
    postMessage({ id, error: { message, code: code ?? 'internal', ...(pointer === undefined ? {} : { pointer }) } });
  }
};

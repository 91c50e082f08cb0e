// The core, off the main thread. It keeps what it read, so that only what is shown crosses.
import * as risk from 'mcp-tool-risk/slim';
import type { InspectedTool, ToolEntry } from 'mcp-tool-risk/slim';
import moduleUrl from 'mcp-tool-risk/mcp-tool-risk.wasm?url';
import type { Detail, Loaded, Row, ServerTrust, Failure } from './protocol.ts';

const ready = fetch(moduleUrl).then((response) => risk.init(response));

let entries: ToolEntry[] = [];
let inspected: InspectedTool[] = [];

const SHOWN = ['category', 'riskLevel', 'blastRadius', 'reversibility', 'destination', 'approvalRecommendation'] as const;

/** What is asked from the page. */
const methods = {
  vocabulary: () => risk.vocabulary(),
  version: () => risk.version(),

  /** Reads and grades a list. */
  load(text: string, server: string, trust: ServerTrust): Loaded {
    const list = risk.readTools(text);
    inspected = risk.inspect(text, { server, trust }).tools;
    entries = list.tools;
    const rows = inspected.map((tool, index): Row => {
      const entry = entries[index]!;
      const cell = (field: (typeof SHOWN)[number]) => {
        const { value, unknown } = tool.profile.fields[field] ?? { value: null, unknown: true };
        return { value, unknown: unknown === true };
      };
      return {
        index,
        server: tool.server,
        name: tool.tool,
        title: entry.title ?? '',
        description: (entry.description ?? '').slice(0, 200),
        cells: Object.fromEntries(SHOWN.map((field) => [field, cell(field)])) as Row['cells'],
        disagreements: tool.disagreements.length,
        findings: entry.diagnostics.length + tool.profile.diagnostics.length,
        pointer: entry.pointer,
        ...(entry.line === undefined ? {} : { line: entry.line }),
        diagnostics: entry.diagnostics,
      };
    });
    return { rows, diagnostics: list.diagnostics };
  },

  /** Everything of one tool. */
  detail(index: number): Detail | null {
    const tool = inspected[index];
    const entry = entries[index];
    if (!tool || !entry) return null;
    const [classified] = entry.name === null ? [] : risk.classify(entry.definition ?? '{}', { declared: true });
    return { tool, entry, annotations: classified?.annotations ?? null };
  },

  /** The same tool with something taken out of its definition, graded anew. */
  without(index: number, changed: string[]): (InspectedTool | null)[] {
    const server = inspected[index]?.server ?? 'server';
    return changed.map((definition) => risk.inspect(definition, { server }).tools[0] ?? null);
  },
};

export type Methods = typeof methods;

onmessage = async ({ data }: MessageEvent<{ id: number; method: keyof Methods; args: unknown[] }>) => {
  const { id, method, args } = data;
  try {
    await ready;
    postMessage({ id, result: (methods[method] as (...args: unknown[]) => unknown)(...args) });
  } catch (error) {
    const { message, code, pointer } = error as Failure;
    postMessage({ id, error: { message, code: code ?? 'internal', ...(pointer === undefined ? {} : { pointer }) } });
  }
};

// What crosses between the page and the worker.
import type { Answer, Diagnostic, InspectedTool, LintFinding, PolicyError, ServerTrust, ToolEntry, Value } from 'mcp-tool-risk/slim';

export type { ServerTrust };

/** One field in a row. */
export interface Cell {
  value: Value | null;
  unknown: boolean;
}

export type ShownField = 'category' | 'riskLevel' | 'blastRadius' | 'reversibility' | 'destination' | 'approvalRecommendation';

/** What the table shows of a tool. */
export interface Row {
  index: number;
  server: string;
  name: string | null;
  title: string;
  description: string;
  cells: Record<ShownField, Cell>;
  decision: Pick<Answer, 'effect' | 'approvers' | 'rule' | 'reason'>;
  disagreements: number;
  findings: number;
  pointer: string;
  line?: number;
  diagnostics: Diagnostic[];
}

/** How many calls come out how. */
export interface Counts {
  allow: number;
  ask: number;
  askSeveral: number;
  deny: number;
}

export interface Loaded {
  rows: Row[];
  diagnostics: Diagnostic[];
  /** What is wrong in the policy; while something is, the last good one decides. */
  problems: PolicyError[];
  counts: Counts;
}

/** What a policy's author is told. */
export interface Authoring {
  lint: LintFinding[];
  tests: { name: string; pointer: string; passed: boolean; expected: string; got: string; reason: string }[];
}

/** What the panel shows of a tool. */
export interface Detail {
  tool: InspectedTool;
  entry: ToolEntry;
  annotations: Record<string, unknown> | null;
}

/** An error of the core, as it crosses. */
export interface Failure {
  code: string;
  message: string;
  pointer?: string;
}

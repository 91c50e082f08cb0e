// What crosses between the page and the worker.
import type { Diagnostic, InspectedTool, ServerTrust, ToolEntry, Value } from 'mcp-tool-risk/slim';

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
  disagreements: number;
  findings: number;
  pointer: string;
  line?: number;
  diagnostics: Diagnostic[];
}

export interface Loaded {
  rows: Row[];
  diagnostics: Diagnostic[];
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

import type {
  Approval,
  AssessOptions,
  BlastRadius,
  CallContext,
  CallsOptions,
  CatalogueOptions,
  Category,
  ClassifyOptions,
  Code,
  Counts,
  Destination,
  Diagnostic,
  EffectWord,
  Evidence,
  Field,
  ImportFormat,
  ImportOptions,
  LintCode,
  Outcome,
  PolicyError,
  Provenance,
  Reversibility,
  RiskLevel,
  Sensitivity,
  ServerOptions,
  Source,
  Truth,
  Value,
  Visibility,
  Words,
} from './generated.cjs';

export type * from './generated.cjs';

/**
 * What each tool of a list can do, read off its definition alone, in the order of the list. A tool that cannot be
 * read keeps its place: every field of it is unknown, and its diagnostics say why.
 *
 * @param tools a tools/list result, its JSON-RPC response, an array of tools, one tool, or JSON Lines; as text,
 * which also shows duplicate keys, or as an object.
 * @throws ToolRiskError where there are no tools to be read.
 */
export function classify(tools: Document, options?: ClassifyOptions): Classification[];

/**
 * What each call does, by inference from definition and arguments alone.
 *
 * @param calls calls, as JSON Lines or as an array.
 * @throws ToolRiskError where an option is not usable. A call that cannot be read keeps its place, with every field unknown.
 */
export function assessCalls(calls: string | readonly Call[], options?: AssessOptions): AssessedCall[];

/**
 * What happens to each call, or without arguments to each tool: its profile is resolved from declaration and inference,
 * the arguments lower or raise it, and the policy decides. A call that cannot be read is denied, with a `code`.
 *
 * @param calls calls, as JSON Lines or as an array.
 * @throws ToolRiskError where the policy or an option is not usable.
 */
export function decideCalls(calls: string | readonly Call[], options?: PolicyForCalls): DecidedCall[];

/**
 * How often each effect comes out for recorded calls; and with the policy that was there before, on which of them that
 * comes to another effect or another number of approvers.
 *
 * @throws ToolRiskError where a policy or an option is not usable.
 */
export function simulate(calls: string | readonly Call[], options?: PolicyForCalls & { before?: Policy }): Simulation;

/** A call with everything that there is to know of it. */
export interface Call {
  /** Comes back with the answer. */
  id?: unknown;
  /** The id that the host gave the server; `server` where absent. */
  server?: string;
  /** The tool's raw definition. */
  tool: object;
  /** The arguments; absent where there is no call at hand. */
  arguments?: object;
  /** The server's raw definitions, for tools that call tools. */
  tools?: readonly object[];
}

/** What a call does. */
export interface AssessedCall {
  id?: unknown;
  server?: string;
  /** A complete annotations object; of an unknown field, the most restrictive value. */
  annotations: Record<string, unknown>;
  /** The fields of which nothing is known. */
  unknown: Field[];
  /** What was seen in the arguments. Their text is not repeated. */
  evidence: Evidence[];
  diagnostics: Diagnostic[];
}

/** What happens to a call. */
export type DecidedCall = Answer & {
  /** The call's own id; `null` where it has none. */
  id: unknown;
  server?: string;
  tool?: string;
};

/** The policy that decides on calls, and what it depends on. */
export interface PolicyForCalls extends CallsOptions {
  /** The policy that decides; `balanced` where absent. */
  policy?: Policy;
  /** Documents that others extend by name. */
  library?: Readonly<Record<string, Document>>;
}

/** What a policy makes of recorded calls. */
export interface Simulation {
  /** How many calls there are. */
  calls: number;
  counts: Counts;
  /** The same for the policy that was there before. */
  before?: Counts;
  /** The calls on which the two differ; `call` is the place among the calls, from 0. */
  differences: { call: number; id?: string; before: Answer; after: Answer }[];
}

/**
 * The tools of a list as they were read, in the order of the list, malformed ones too; ungraded.
 *
 * @throws ToolRiskError where there are no tools to be read.
 */
export function readTools(tools: Document): ToolList;

/** Every field, word and code of the vocabulary with its meaning, least to most restrictive where there is an order. */
export function vocabulary(): Vocabulary;

/** A document that somebody else wrote: JSON text, or the object that was made of it. */
export type Document = string | object;

/**
 * A policy and the tools of a host's servers, for decision after decision. Whatever goes wrong in a decision, the answer
 * is a denial; it never throws.
 *
 * ```ts
 * const gate = new Gate('balanced');
 * gate.setTools('mail', listResult, { trust: 'trusted' });
 * const { effect, approvers } = gate.decide({ server: 'mail', tool: 'send_email', arguments: { to: 'a@b.example' } });
 * ```
 */
export class Gate {
  /**
   * @param policy a preset, a document, or several documents as layers; `balanced` where absent.
   * @throws ToolRiskError where a document is wrong.
   */
  constructor(policy?: Policy, options?: GateOptions);

  /**
   * Takes a server's list of tools in place of what was known of it. The server is the id that the host gives it.
   *
   * @throws ToolRiskError where there are no tools to be read; what was known of the server stays.
   */
  setTools(server: string, tools: Document, options?: ServerOptions): Inspection;

  /** Forgets a server. */
  removeServer(server: string): void;

  /**
   * Decides on a call by what its arguments make of the tool, as {@link assess} tells it; without arguments, on the tool at its
   * worst. Of a tool that was never listed nothing is known.
   */
  decide(request: DecisionRequest): Decision;

  /** The same decision with its reasons. */
  explain(request: DecisionRequest): Answer;

  /**
   * The whole trace of the same decision: every rule, every condition, and what would have to change for another effect.
   *
   * @throws ToolRiskError where the arguments cannot be read.
   */
  trace(request: DecisionRequest): Explanation;

  /**
   * What the arguments of a call make of the tool, and the decision. Arguments lower what was inferred, where
   * they are understood completely; they raise whatever they raise. Where there are none, the call is taken to have an empty object.
   *
   * @throws ToolRiskError where the arguments cannot be read.
   */
  assess(request: DecisionRequest): Assessment;

  /** Whether a tool is worth offering to the model, from the same rules that decide on its calls. */
  visible(request: Omit<DecisionRequest, 'arguments' | 'now'>): Visibility;

  /** What the policy's author should look at; patterns are held against the tools that were given, if any were. */
  lint(): LintFinding[];

  /** Which tools need approval, and why: `markdown` where no format is given. */
  report(format?: 'markdown' | 'csv' | 'html' | 'json', context?: CallContext): string;

  /** SHA-256 over the canonical documents of the policy. */
  readonly digest: string;

  /** Frees the memory; the gate can be used again only as an empty one. */
  free(): void;

  /** Frees the memory at the end of a `using` block. */
  [Symbol.dispose](): void;
}

declare global {
  interface SymbolConstructor {
    /** Stands in older type libraries too. */
    readonly dispose: unique symbol;
  }
}

/** The name of a policy that comes with the package. */
export type PresetName = 'strict' | 'balanced' | 'developer' | 'read-only' | 'unattended';

/** A preset, a document, or layers: the organisation's, the user's, the project's, each of which says whose it is. */
export type Policy = PresetName | Document | readonly (PresetName | Document)[];

/** Options of {@link Gate}. */
export interface GateOptions {
  /** Documents that others extend by name. */
  library?: Readonly<Record<string, Document>>;
  /** Catalogues of curated profiles; they count for tools of the `origin` that is given for their server. */
  catalogues?: Document | readonly Document[];
}

/** What is to be decided. */
export interface DecisionRequest extends CallContext {
  /** The id that the host gave the server. */
  server: string;
  /** The name of the tool on that server. */
  tool: string;
  /** The arguments of the call; absent where there is no call at hand. */
  arguments?: Document;
}

/** A decision. */
export type Decision =
  | { effect: 'allow'; approvers: 0 }
  | {
      effect: 'ask';
      /** How many distinct people must agree. */
      approvers: number;
    }
  | {
      effect: 'deny';
      approvers: 0;
      /** Where the decision comes from an error. */
      code?: ErrorCode;
      /** What the error was. */
      reason?: string;
    };

/** A decision with its reasons. */
export type Answer = Reasons &
  (
    | { effect: 'allow'; approvers: 0; code?: never }
    | {
        effect: 'ask';
        /** How many distinct people must agree. */
        approvers: number;
        code?: never;
      }
    | {
        effect: 'deny';
        approvers: 0;
        /** Where the decision comes from an error. */
        code?: ErrorCode;
      }
  );

/** Why a decision is what it is. */
export interface Reasons {
  /** The rule that decided, if one did. */
  rule: string | null;
  /** The layer of that rule. */
  layer: string | null;
  /** One short sentence for a model or a prompt, without the policy's inner workings. */
  message: string;
  /** For the person who is asked, or who wrote the policy. */
  reason: string;
  /** There, and `true`, where it could not be told whether the rule fits. */
  unknown?: true;
  /** Where fewer people were there than wanted. */
  notice?: 'headless' | 'short';
  /** How many were wanted. */
  approversWanted?: number;
  /** The policy's digest; `null` where the policy could not be asked. */
  policy: string | null;
}

/** What the arguments of a call make of a tool. */
export interface Assessment {
  /** Whether the arguments were understood completely; otherwise nothing was lowered. */
  understood: boolean;
  /** The profile for this call. */
  profile: RiskProfile;
  /** What was seen in the arguments. Their text is not repeated. */
  evidence: Evidence[];
  /** Findings about the arguments. */
  findings: Diagnostic[];
  /** The decision on the call; `trace` tells the whole way to it. */
  decision: Answer;
}

/** The whole trace of a decision. */
export interface Explanation {
  decision: Answer;
  /** Every rule, layer by layer. */
  rules: {
    layer: string;
    document: string;
    pointer: string;
    rule: string;
    effect: EffectWord;
    truth: Truth;
    /** What it contributes: `deny`, `opinion`, `floor` and so on; `none` where it does not fit. */
    part: string;
    conditions: { pointer: string; asks: string; truth: Truth }[];
  }[];
  /** What would have to change for each other effect: a set of which nothing can be left out. */
  alternatives: {
    effect: EffectWord;
    changes: { layer: string; rule: string; pointer: string; asks: string; from: Truth; to: Truth }[];
    /** Whether the search stopped before it had tried everything. */
    incomplete: boolean;
  }[];
}

/** Something that a policy's author should look at. */
export interface LintFinding {
  code: LintCode;
  document: string;
  pointer: string;
  rule?: string;
  message: string;
  suggestion?: string;
}

/** Every error of a policy, where creating a {@link Gate} would throw the first. */
export function checkPolicy(policy: Policy, options?: GateOptions): PolicyError[];

/** What comes of a policy document's own tests; of a document with errors, those. */
export function testPolicy(
  document: Document,
  options?: GateOptions,
): {
  results: { name: string; pointer: string; passed: boolean; expected: string; got: string; reason: string }[];
  errors: PolicyError[];
};

/** The version of the package. */
export function version(): string;

/** What went wrong, in a word that does not change. */
export type ErrorCode = Code | 'internal' | 'not-initialised' | 'no-webassembly';

/** Every error that this package throws. */
export class ToolRiskError extends Error {
  /** Stable; the message is for people and may change. */
  readonly code: ErrorCode;
  /** Where in the given document, as a JSON Pointer, if the error has a place. */
  readonly pointer?: string;
}

/**
 * Compiles ahead of the first call, off the main thread where the engine can. Optional with the main entry; needed
 * once with `mcp-tool-risk/slim`, which takes the module here: compiled, as bytes, or as the response of a fetch.
 */
export function init(module?: WasmSource | Promise<WasmSource>): Promise<void>;

/** The compiled module, to be handed to a worker's `init`, which then compiles nothing. */
export function wasmModule(): WasmModule;

/** A compiled WebAssembly module; the type of the DOM library without needing it. */
export type WasmModule = object;

/** What `init` takes. */
export type WasmSource = WasmModule | ArrayBuffer | ArrayBufferView;

/** What one tool can do. */
export interface Classification {
  /** The `id` that stood beside the tool in the list, if any. */
  id?: unknown;
  /** The `server` that stood beside the tool in the list, if any. */
  server?: string;
  /** The tool's name; `null` where it has none. */
  tool: string | null;
  /** A complete annotations object: SEP-2793, the core hints and the action metadata. */
  annotations: Record<string, unknown>;
  /** The fields that nothing speaks of: `annotations` has their most restrictive value. */
  unknown: Field[];
  /** How sure each value is, in percent. */
  confidence: Partial<Record<Field, number>>;
  /** What the values rest on, strongest first. */
  evidence: Evidence[];
  /** What was noticed while reading. */
  diagnostics: Diagnostic[];
}

/**
 * Each tool of a list with its profile and decision, the evidence, and where the server's declaration and the
 * definition disagree. The convenience for a look; a host that decides calls keeps a {@link Gate}.
 */
export function inspect(tools: Document, options?: InspectOptions): Inspection;

/** Options of {@link inspect}. */
export interface InspectOptions extends ServerOptions, GateOptions {
  /** The id that the host gives the server; whatever the list says beside a tool, it is this one that counts. `server` where absent. */
  server?: string;
  /** The policy that decides; `balanced` where absent. */
  policy?: Policy;
}

/**
 * The tools of an inspection in the vocabulary of `tool_policies`: `min_level`, `risk_level`, `category`, `destructive`,
 * `approval_escalation`. What isn't known is written as its most restrictive value.
 *
 * @throws ToolRiskError where the document is no inspection.
 */
export function toolPolicies(inspection: Inspection | Document): Converted;

/**
 * The tools of an inspection as a catalogue, for a person to look through and correct. What isn't known is left out.
 *
 * @throws ToolRiskError where the document is no inspection, or an option is not usable.
 */
export function makeCatalogue(inspection: Inspection | Document, options: CatalogueOptions): object;

/**
 * Another host's permission list as a policy document. YAML and TOML come in as the object that they parse to.
 *
 * A rule that allows and cannot be carried over exactly is left out; one that asks or denies becomes as wide as it
 * must. Either way the report says so. A name that can be read in several ways is never guessed: give the host's servers.
 *
 * @throws ToolRiskError where the document has nothing of the format.
 */
export function importPolicy(format: ImportFormat, document: Document, options?: ImportOptions): Converted;

/** A document that was made of another. */
export interface Converted {
  /** The document. */
  document: Record<string, unknown>;
  /** What was not carried over, or not exactly. */
  report: Diagnostic[];
}

/** What is known of every tool of a list. */
export interface Inspection {
  /** The tools, in the order of the list. */
  tools: InspectedTool[];
  /** What was noticed outside the tools. */
  diagnostics: Diagnostic[];
}

/** What is known of one tool. */
export interface InspectedTool {
  /** The id that the host gave the server. */
  server: string;
  /** The tool's name; `null` where it has none. */
  tool: string | null;
  /** The display name, if there is one. */
  title?: string;
  /** The digest of the name and the shape of the input schema, as catalogues hold it. */
  shape?: string;
  /** What all sources together say. */
  profile: RiskProfile;
  /** What the policy says of the tool, before there is a call. */
  decision: Answer;
  /** What the inferred values rest on, strongest first. */
  evidence: Evidence[];
  /** What the server declares; `null` where that could not be understood. */
  declared: Partial<Record<Field, Value | null>>;
  /** Declared values that the definition speaks against. */
  disagreements: { field: Field; declared: Value; inferred: Value }[];
  /** What was noticed while reading. */
  diagnostics: Diagnostic[];
}

/** What all sources together say of a tool. */
export interface RiskProfile {
  /** Every field. */
  fields: { [F in Field]: FieldProfile<ValueOf[F]> };
  /** The fields of which no value is known. */
  unknown: Field[];
  /** Contradictions within and across sources. */
  diagnostics: Diagnostic[];
}

/** The values that each field can have. */
export interface ValueOf {
  category: Category;
  riskLevel: RiskLevel;
  blastRadius: BlastRadius;
  reversibility: Reversibility;
  sideEffects: string[];
  approvalRecommendation: Approval;
  minTrustLevel: 1 | 2 | 3 | 4 | 5;
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
  outcome: Words<Outcome>;
  requiresReview: boolean;
  destination: Words<Destination>;
  inputSensitivity: Sensitivity;
  source: Words<Source>;
  returnSensitivity: Sensitivity;
}

/** One field of a profile. */
export type FieldProfile<V = Value> = FieldSources &
  (
    | {
        value: V;
        unknown?: never;
        floor?: never;
        /** The source that the value stands on. */
        provenance: Exclude<Provenance, 'default'>;
      }
    | {
        /** The most restrictive value, or `null` where the field's set has no such value. */
        value: V | null;
        /** Nobody whose word counts says what the value is. */
        unknown: true;
        /** What the value is at least. */
        floor?: V;
        provenance: 'default';
      }
  );

/** Where one field of a profile comes from. */
export interface FieldSources {
  /** Of an inferred value, how sure the inference is, in percent. */
  confidence?: number;
  /** The fields that the source derived the value from. */
  derivedFrom?: Field[];
  /** The sources that raised the value or its floor. */
  raisedBy?: Provenance[];
  /** What other sources say; `null` where that could not be understood. */
  conflicts?: { source: Provenance; value: Value | null }[];
}

/** A list as it was read. */
export interface ToolList {
  tools: ToolEntry[];
  /** What was noticed outside the tools. */
  diagnostics: Diagnostic[];
}

/** One tool of a list. */
export interface ToolEntry {
  /** `null` where it has none; such a tool cannot be called. */
  name: string | null;
  title?: string;
  description?: string;
  /** The `id` that stood beside the tool, if any. */
  id?: unknown;
  /** The `server` that stood beside the tool, if any. */
  server?: string;
  /** Where the tool stands in its document. */
  pointer: string;
  /** In JSON Lines, the line from 1; the document of `pointer` is then that line. */
  line?: number;
  /** The definition as JSON text; `null` where the line is no JSON. */
  definition: string | null;
  /** What was noticed; pointers start at the tool. */
  diagnostics: Diagnostic[];
}

/** The words and what they mean. */
export interface Vocabulary {
  fields: {
    field: Field;
    meaning: string;
    /** Where it stands in an annotations object. */
    pointer: string;
    /** The shape of its values, which gives their order. */
    kind: 'ordered' | 'possible' | 'true-is-stricter' | 'false-is-stricter' | 'set';
    /** The vocabulary of its values, where it is a closed one. */
    vocabulary?: string;
  }[];
  vocabularies: { vocabulary: string; meaning: string; words: { word: string; meaning: string; rank: number }[] }[];
  /** The codes of diagnostics. */
  codes: { code: string; meaning: string }[];
}

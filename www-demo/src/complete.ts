// Completion in a JSON document from its JSON Schema: keys where a key stands, words where a value stands.
import type { Completion, CompletionContext, CompletionResult, CompletionSource } from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import type { SyntaxNode } from '@lezer/common';

interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema | boolean;
  enum?: unknown[];
  const?: unknown;
  type?: string | string[];
  description?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

/** A schema with its references followed, and every alternative beside the others. */
function flat(root: Schema, schema: Schema | boolean | undefined, depth = 0): Schema[] {
  if (typeof schema !== 'object' || depth > 8) return [];
  const name = schema.$ref?.replace('#/$defs/', '');
  const target = name === undefined ? [] : flat(root, root.$defs?.[name], depth + 1);
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((one) => flat(root, one, depth + 1));
  return [schema, ...target, ...inner];
}

function below(root: Schema, schemas: Schema[], part: string | number): Schema[] {
  return schemas.flatMap((schema) => {
    if (typeof part === 'number') return flat(root, schema.items);
    return flat(root, schema.properties?.[part] ?? schema.additionalProperties);
  });
}

/** The keys and places from the document to the node. */
function pathOf(context: CompletionContext, node: SyntaxNode): (string | number)[] {
  const path: (string | number)[] = [];
  for (let at: SyntaxNode | null = node; at?.parent; at = at.parent) {
    if (at.parent.name === 'Property' && at.name !== 'PropertyName') {
      const key = at.parent.getChild('PropertyName');
      if (key) path.unshift(context.state.sliceDoc(key.from + 1, key.to - 1));
    } else if (at.parent.name === 'Array') {
      path.unshift(0);
    }
  }
  return path;
}

export function fromSchema(schema: Schema): CompletionSource {
  return (context): CompletionResult | null => {
    const node = syntaxTree(context.state).resolveInner(context.pos, -1);
    const inText = node.name === 'String' || node.name === 'PropertyName';
    const typed = inText ? node : null;
    const property = node.name === 'PropertyName' ? node.parent : node.name === 'Property' ? node : null;
    const atKey = node.name === 'PropertyName' || node.name === 'Object' || (node.name === '⚠' && node.parent?.name === 'Object');
    const place = node.name === 'PropertyName' ? property?.parent : node.name === '⚠' ? node.parent : node;
    if (!place || (!typed && !context.explicit)) return null;
    const schemas = pathOf(context, place).reduce((found: Schema[], part) => below(schema, found, part), flat(schema, schema));
    const from = typed ? typed.from : context.pos;
    const to = typed?.to;
    const options: Completion[] = atKey
      ? schemas.flatMap(({ properties = {} }) => Object.entries(properties).map(([key, { description }]) => ({ label: key, apply: typed ? `"${key}"` : `"${key}": `, type: 'property', ...(description ? { info: description } : {}) })))
      : schemas.flatMap((one) => [...(one.enum ?? []), ...(one.const === undefined ? [] : [one.const])].map((word) => ({ label: String(word), apply: JSON.stringify(word), type: 'enum', ...(one.description ? { info: one.description } : {}) })));
    const seen = new Set<string>();
    const unique = options.filter(({ label }) => !seen.has(label) && seen.add(label));
    return unique.length === 0 ? null : { from, ...(to === undefined ? {} : { to }), options: unique, filter: false, ...(typed ? { options: unique.filter(({ label }) => label.toLowerCase().includes(context.state.sliceDoc(typed.from + 1, context.pos).toLowerCase())) } : {}) };
  };
}

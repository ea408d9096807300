// Reading an OpenAPI document for display.
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: boolean | Schema;
}
export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}
export interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: { description?: string; required?: boolean; content?: Record<string, { schema?: Schema }> };
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: Schema }> }>;
}
export interface Document {
  openapi: string;
  info: { title: string; version: string; description?: string };
  paths: Record<string, Record<string, unknown>>;
  components?: { schemas?: Record<string, Schema> };
  tags?: { name: string; description?: string }[];
}
export interface Listed {
  method: string;
  path: string;
  operation: Operation;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** Operations by tag, in the order of the document's tags, then of their appearance. */
export function grouped(document: Document, filter: string, untagged: string): [string, Listed[]][] {
  const groups = new Map<string, Listed[]>((document.tags ?? []).map((tag) => [tag.name, []]));
  const wanted = filter.toLowerCase();
  for (const [path, item] of Object.entries(document.paths)) {
    const shared = (item.parameters ?? []) as Parameter[];
    for (const method of METHODS) {
      const found = item[method] as Operation | undefined;
      if (!found) continue;
      const operation = { ...found, parameters: [...shared, ...(found.parameters ?? [])] };
      if (!`${method} ${path} ${operation.summary ?? ''} ${operation.description ?? ''}`.toLowerCase().includes(wanted)) continue;
      const tag = operation.tags?.[0] ?? untagged;
      groups.set(tag, [...(groups.get(tag) ?? []), { method, path, operation }]);
    }
  }
  return [...groups].filter(([, list]) => list.length > 0);
}

export const refName = (ref: string): string => ref.split('/').at(-1) ?? ref;

/** A schema in one line. */
export function typeOf(schema: Schema | undefined): string {
  if (!schema) return '';
  if (schema.$ref) return refName(schema.$ref);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  const choices = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  if (choices) return choices.map(typeOf).join(schema.allOf ? ' & ' : ' | ');
  if (schema.type === 'array' || schema.items) return `${typeOf(schema.items) || 'any'}[]`;
  if (Array.isArray(schema.type)) return schema.type.join(' | ');
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object') return `{ [name]: ${typeOf(schema.additionalProperties)} }`;
  return schema.format && schema.type ? `${schema.type} (${schema.format})` : (schema.type ?? 'any');
}

import type { OpenAPIObject } from '@nestjs/swagger';

export type Schema = Record<string, unknown>;

type Nodes = (node: Schema) => Schema;

/** The same document with every object in it replaced, the innermost first. */
function replaced(node: unknown, by: Nodes): unknown {
  if (Array.isArray(node)) return node.map((item) => replaced(item, by));
  if (typeof node !== 'object' || node === null) return node;
  return by(Object.fromEntries(Object.entries(node).map(([key, value]) => [key, replaced(value, by)])));
}

/** Nest writes `nullable`, which is OpenAPI 3.0; 3.1 uses the type `null`. */
const withNull: Nodes = ({ nullable, ...schema }) => {
  if (nullable !== true) return nullable === undefined ? schema : { ...schema, nullable };
  if (typeof schema['type'] === 'string') {
    const values = Array.isArray(schema['enum']) ? { enum: [...(schema['enum'] as unknown[]), null] } : {};
    return { ...schema, type: [schema['type'], 'null'], ...values };
  }
  const { description, example, ...one } = schema;
  return { oneOf: [one, { type: 'null' }], ...withoutUndefined({ description, example }) };
};

/** Nest puts a reference that has a description into an `allOf`, which 3.0 needs and 3.1 does not. */
const withoutSingleAllOf: Nodes = (schema) => {
  const { allOf, ...beside } = schema as { allOf?: Schema[] };
  return allOf?.length === 1 ? { ...allOf[0], ...beside } : schema;
};

/** An array of what is named may say so in its items only: Nest repeats the type of the values beside the reference. */
const bareReference: Nodes = (schema) => {
  const { type: _, enum: __, ...beside } = schema;
  return typeof schema['$ref'] === 'string' ? beside : schema;
};

const withoutUndefined = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

const REFERENCE = '#/components/schemas/';
const SUFFIX = /Dto$/;

/**
 * Classes are named `IssueDto`, so that nobody takes them for entities; whoever reads the document need not know that.
 */
const withoutSuffix: Nodes = (node) =>
  typeof node['$ref'] === 'string' && node['$ref'].startsWith(REFERENCE)
    ? { ...node, $ref: node['$ref'].replace(SUFFIX, '') }
    : node;

function renamed(schemas: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(schemas).map((name) => name.replace(SUFFIX, ''));
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) throw new Error(`Two schemas have one name: ${twice.join()}`);
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name.replace(SUFFIX, ''), schema]));
}

/** A schema of zod with its named parts, as schemas of the document. */
export function hoisted(name: string, schema: Schema): Record<string, Schema> {
  const inDocument = replaced(schema, ({ $schema: _, $ref, ...rest }) => {
    // The name of a part; a property may be called so too, and is no string.
    if (typeof rest['id'] === 'string') delete rest['id'];
    return typeof $ref === 'string' ? { $ref: $ref.replace('#/$defs/', REFERENCE), ...rest } : rest;
  }) as Schema;
  const { $defs = {}, ...body } = inDocument as { $defs?: Record<string, Schema> };
  return { ...$defs, [name]: body };
}

/** Says what the schemas are. */
export function describeSchemas({ components }: OpenAPIObject, descriptions: ReadonlyMap<string, string>): void {
  const schemas = components!.schemas as Record<string, Schema>;
  for (const [name, description] of descriptions) {
    const schema = schemas[name.replace(SUFFIX, '')];
    // A set's own, also where Nest took that of a field.
    if (schema) schema['description'] = description;
  }
}

/** The document in the words of OpenAPI 3.1 and of those who read it. */
export function tidied(document: OpenAPIObject): OpenAPIObject {
  const steps = [withNull, withoutSingleAllOf, bareReference, withoutSuffix];
  const tidy = replaced(document, (node) => steps.reduce((before, step) => step(before), node)) as OpenAPIObject;
  const schemas = renamed(tidy.components!.schemas as Record<string, unknown>);
  const inOrder = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...tidy, components: { ...tidy.components, schemas: inOrder } } as OpenAPIObject;
}

import type { OpenAPIObject } from '@nestjs/swagger';
import { VALUES } from './example-values.js';
import type { Schema } from './schemas.js';

type Schemas = Record<string, Schema>;

const REFERENCE = '#/components/schemas/';
const UUIDS = '01a1c5e0-7b1c-7f3e-9a54-0000000000';
const TIMESTAMP = '2026-11-20T09:30:00.000Z';

/** Gives each body of a request or an answer an example, made of the values of its properties. */
export function addExamples(document: OpenAPIObject): void {
  const schemas = document.components!.schemas as Schemas;
  for (const name of bodiesOf(document)) {
    const schema = schemas[name]!;
    if (schema['examples'] || takesFile(schema)) continue;
    schema['examples'] = [exampleOf(schemas, schema, '')];
  }
}

const takesFile = ({ properties }: Schema & { properties?: { file?: Schema; files?: { items?: Schema } } }): boolean =>
  properties?.file?.['format'] === 'binary' || properties?.files?.items?.['format'] === 'binary';

/** The names of the schemas that are bodies. */
function bodiesOf({ paths, components }: OpenAPIObject): Set<string> {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { content, ...others } = node as { content?: Record<string, { schema: Schema }> };
    for (const { schema } of Object.values(content ?? {}))
      for (const [, name] of JSON.stringify(schema).matchAll(/#\/components\/schemas\/(\w+)/g)) names.add(name!);
    visitAll(others);
  };
  const visitAll = (node: object): void => Object.values(node).forEach(visit);
  visitAll([paths, components!.responses]);
  return names;
}

function exampleOf(schemas: Schemas, schema: Schema, name: string): unknown {
  const { $ref, oneOf, anyOf, properties, items } = schema as {
    $ref?: string;
    oneOf?: Schema[];
    anyOf?: Schema[];
    properties?: Schemas;
    items?: Schema;
  };
  if ($ref) return exampleOf(schemas, schemas[$ref.slice(REFERENCE.length)]!, name);
  const values = (schema['const'] ? [schema['const']] : schema['enum']) as unknown[] | undefined;
  if (schema['example'] !== undefined) return schema['example'];
  const known = VALUES[name];
  if (values) return values.includes(known) ? known : values[0];
  if (known !== undefined && fits(schemas, schema, known)) return known;
  const either = (oneOf ?? anyOf)?.find(({ type }) => type !== 'null');
  if (either) return exampleOf(schemas, either, name);
  if (properties)
    return Object.fromEntries(
      Object.entries(properties).map(([key, property]) => [key, exampleOf(schemas, property, key)]),
    );
  if (items) return [exampleOf(schemas, items, name.replace(/s$/, ''))];
  return plainValue(schema, name);
}

/** Whether a value is of the type of a schema; what else is asked of it, a test of the document compares. */
function fits(schemas: Schemas, schema: Schema, value: unknown): boolean {
  const either = (schema['oneOf'] ?? schema['anyOf']) as Schema[] | undefined;
  if (either) return either.some((one) => !one['$ref'] && fits(schemas, one, value));
  if (schema['format'] === 'uuid' || (schema['items'] as Schema | undefined)?.['$ref']) return false;
  const type = Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;
  return [schema['type']].flat().includes(type);
}

function plainValue({ type, format, minimum = 0, maxLength }: Schema, name: string): unknown {
  const types = [type].flat() as string[];
  if (types.includes('null')) return null;
  if (format === 'uuid' || (types[0] === 'string' && /Id$|^id$/.test(name))) return uuidOf(name);
  if (format === 'date-time') return TIMESTAMP;
  if (format === 'date') return TIMESTAMP.slice(0, 10);
  if (format === 'uri') return 'https://shop.example/checkout';
  if (types[0] === 'boolean') return false;
  if (types[0] === 'integer' || types[0] === 'number') return minimum;
  if (types[0] === 'object') return {};
  return `a ${name.replace(/([A-Z])/g, ' $1').toLowerCase()}`.slice(0, (maxLength as number | undefined) ?? 50);
}

/** An id, the same wherever the same record is meant. */
function uuidOf(name: string): string {
  const sum = [...name.toLowerCase()].reduce((before, letter) => (before * 31 + letter.charCodeAt(0)) % 256, 7);
  return `${UUIDS}${sum.toString(16).padStart(2, '0')}`;
}

import { readFileSync } from 'node:fs';
import type { Schema } from '../hostile/operations.js';

/** One operation of the OpenAPI document, with what makes loads of it. */
export interface DescribedOperation {
  id: string;
  method: string;
  path: string;
  query: { name: string; isRequired: boolean; schema: Schema }[];
}

interface Parameter {
  $ref?: string;
  in: string;
  name: string;
  required?: boolean;
  schema: Schema;
}

interface Document {
  paths: Record<string, Record<string, { operationId: string; parameters?: Parameter[] }>>;
  components: { parameters: Record<string, Parameter>; schemas: Record<string, Schema> };
}

const nameOf = (ref: string): string => ref.split('/').at(-1)!;

/** All operations of `openapi.json`, with references resolved. */
export function describedOperations(): DescribedOperation[] {
  const { paths, components } = JSON.parse(readFileSync('openapi.json', 'utf8')) as Document;
  const schemaOf = (schema: Schema): Schema => {
    const named = schema.$ref ? components.schemas[nameOf(schema.$ref)]! : schema;
    return named.items ? { ...named, items: schemaOf(named.items) } : named;
  };
  return Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, { operationId, parameters = [] }]) => ({
      id: operationId,
      method: verb.toUpperCase(),
      path,
      query: parameters
        .map((parameter) => (parameter.$ref ? components.parameters[nameOf(parameter.$ref)]! : parameter))
        .filter((parameter) => parameter.in === 'query')
        .map(({ name, required = false, schema }) => ({ name, isRequired: required, schema: schemaOf(schema) })),
    })),
  );
}

import type { OpenAPIObject } from '@nestjs/swagger';

/** A JSON schema as the OpenAPI document writes it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  examples?: unknown[];
}

/** A parameter of the query. */
export interface QueryParameter {
  name: string;
  schema: Schema;
}

/** One operation of the document, with what the fuzzer needs of it. */
export interface Operation {
  /** `GET /v1/functional-needs` */
  name: string;
  verb: string;
  path: string;
  variables: string[];
  query: QueryParameter[];
  body?: Schema;
  upload: boolean;
  /** Whether the body is that of a form, for whose refusals a page stands. */
  form: boolean;
  /** Whether it answers with pages. */
  page: boolean;
  /** The codes of its refusals, by status. */
  codes: Record<string, string[]>;
  /** Whether it refuses where `If-Match` names an earlier revision. */
  guarded: boolean;
  /** Whether the same path can be read. */
  hasGet: boolean;
}

type Parameter = QueryParameter & { in: string; $ref?: string };

type Described = {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { $ref?: string; content?: Record<string, unknown> }>;
  'x-problem-codes'?: Record<string, string[]>;
};

/** All operations of the document, references to schemas resolved as far as they do not lead in circles. */
export function operationsOf(document: OpenAPIObject): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Described>)
      .filter(([, { responses }]) => !isEndless(responses))
      .map(([verb, { parameters = [], requestBody, responses, ...more }]) => ({
        name: `${verb.toUpperCase()} ${path}`,
        verb: verb.toUpperCase(),
        path,
        variables: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
        guarded: parametersOf(document, parameters).some(({ name }) => name === 'If-Match'),
        query: parametersOf(document, parameters)
          .filter((parameter) => parameter.in === 'query')
          .map(({ name, schema }) => ({ name, schema: resolved(document, schema) })),
        body: bodyOf(document, requestBody?.content['application/json'] ?? requestBody?.content[FORM]),
        form: requestBody?.content[FORM] !== undefined,
        page: Object.values(responses).some(({ content }) => content?.['text/html'] !== undefined),
        upload: requestBody?.content['multipart/form-data'] !== undefined,
        codes: { ...(requestBody ? {} : CODES_OF_BODIES), ...codesIn(document, responses), ...more['x-problem-codes'] },
        hasGet: 'get' in (item as object),
      })),
  );
}

// What never ends is read by its own tests.
const isEndless = (responses: Described['responses']): boolean =>
  Object.values(responses).some(({ content }) => content?.['text/event-stream'] !== undefined);

/** The codes of the shared responses of an operation, by status; it says itself where it has others. */
function codesIn(document: OpenAPIObject, responses: Described['responses']): Record<string, string[]> {
  const shared = document.components!.responses as Record<string, { 'x-problem-codes'?: string[] }>;
  return Object.fromEntries(
    Object.entries(responses).flatMap(([status, { $ref }]) => {
      const codes = $ref && shared[$ref.split('/').at(-1)!]?.['x-problem-codes'];
      return codes ? [[status, codes]] : [];
    }),
  );
}

// What takes no body says nothing of bodies, and yet refuses one that is too large or of another type.
const CODES_OF_BODIES = { 413: ['payload_too_large'], 415: ['unsupported_media_type', 'UNSUPPORTED_MEDIA_TYPE'] };

const FORM = 'application/x-www-form-urlencoded';

const bodyOf = (document: OpenAPIObject, content: { schema: Schema } | undefined): Schema | undefined =>
  content && resolved(document, content.schema);

const parametersOf = (document: OpenAPIObject, parameters: Parameter[]): Parameter[] =>
  parameters.map((parameter) => (parameter.$ref ? sharedParameter(document, parameter.$ref) : parameter));

const sharedParameter = (document: OpenAPIObject, reference: string) =>
  document.components!.parameters![reference.split('/').at(-1)!] as Parameter;

function resolved(document: OpenAPIObject, schema: Schema): Schema {
  if (schema.$ref) return resolved(document, document.components!.schemas![schema.$ref.split('/').at(-1)!] as Schema);
  const each = (list: Schema[] | undefined) => list?.map((one) => resolved(document, one));
  if (schema.allOf?.length === 1) return resolved(document, schema.allOf[0]!);
  const { properties, items, oneOf, anyOf } = schema;
  return {
    ...schema,
    ...(oneOf ? { oneOf: each(oneOf) } : {}),
    ...(anyOf ? { anyOf: each(anyOf) } : {}),
    ...(items ? { items: resolved(document, items) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, property]) => [name, resolved(document, property)]),
          ),
        }
      : {}),
  };
}

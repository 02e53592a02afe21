import { listRoutes, refusalsOf, type Route } from '#libs/access';
import { Problem } from '#libs/http';
import { schemaOf } from '#libs/fields';
import type { INestApplication, Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { z } from 'zod';
import { codesForPath } from './identity/wire-codes.js';

type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Schema = Record<string, unknown>;

/** Descriptions of statuses. */
const MEANING: Readonly<Record<number, string>> = {
  400: 'The request is faulty; `errors` names every fault.',
  401: 'Nobody we know is calling.',
  403: 'The caller may not do this.',
  404: 'There is no such record within reach.',
  409: 'The state of the records forbids it.',
  413: 'The body is too large.',
  415: 'The body is of a type this endpoint does not read.',
  422: 'The request cannot be carried out.',
  429: 'Too many requests; `Retry-After` says when to come back.',
  503: 'The service cannot answer just now; `Retry-After` says when to come back.',
};

/** Descriptions of successful responses. */
const SUCCESS_MEANING: Readonly<Record<number, string>> = { 201: 'Created.', 204: 'Done.', 302: 'Go on elsewhere.' };

/** The OpenAPI document of the running application, made from the same metadata that the guards read. */
export function buildDocument(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Curbcut')
    .setDescription(
      'Tracks how accessible the digital products of an organization are. Ids are UUIDs, timestamps ISO 8601 in UTC.',
    )
    .setVersion('1.0.0')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('/')
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', description: 'A session token, or an API key (`svc_…`).' },
      'bearer',
    )
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key (`svc_…`).' }, 'apiKey')
    .build();
  const routes = listRoutes(app.get(ModulesContainer));
  const document = SwaggerModule.createDocument(app, config, {
    extraModels: [
      Problem,
      ...new Set(routes.flatMap(({ options }) => [options?.returns ?? [], options?.orReturns ?? []].flat())),
    ],
    operationIdFactory: (controller, method) =>
      `${controller.replace(/Controller$/, '').replace(/^./, (c) => c.toLowerCase())}_${method}`,
  });
  describeRoutes(document, routes);
  return toOpenApi31(document) as OpenAPIObject;
}

function describeRoutes(document: OpenAPIObject, routes: readonly Route[]): void {
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    const item = document.paths[path] as Record<string, Operation> | undefined;
    const operation = item?.[route.verb.toLowerCase()];
    if (operation) describe(operation, route);
  }
}

function describe(operation: Operation, { path, verb, controller, policy, options, bodies }: Route): void {
  if (!policy || !options) return;
  operation.summary = options.summary;
  operation.description = [options.description, accessNote(policy)].filter(Boolean).join('\n\n') || undefined;
  operation.tags = [controller.name.replace(/Controller$/, '').replace(/^(Product|Organization)(?=[A-Z])/, '')];
  operation.security =
    policy.access === 'anyone' ? [] : policy.sessionOnly ? [{ bearer: [] }] : [{ bearer: [] }, { apiKey: [] }];
  operation.parameters = [
    ...pathParameters(path),
    ...(operation.parameters ?? []).filter((p) => 'in' in p && p.in !== 'path'),
  ];
  const schema = bodies.map((type) => schemaOf(type as object)).find((found) => found !== undefined);
  if (schema) {
    operation.requestBody = {
      required: true,
      content: { 'application/json': { schema: z.toJSONSchema(schema, { io: 'input' }) as never } },
    };
  }
  if (options.upload)
    operation.requestBody = { required: true, content: { 'multipart/form-data': { schema: UPLOAD } } };
  if (options.body === 'form') asForm(operation);
  operation.responses = responses({ verb, path, policy, options, hasInput: bodies.length > 0 || path.includes(':') });
}

/** The media type of pages for people. */
const PAGE = 'text/html';

function asForm({ requestBody }: Operation): void {
  if (!requestBody || !('content' in requestBody)) return;
  requestBody.content = { 'application/x-www-form-urlencoded': requestBody.content['application/json']! };
}

const BINARY = { type: 'string', format: 'binary' };

const UPLOAD = { type: 'object', properties: { file: BINARY }, required: ['file'], additionalProperties: false };

type Described = {
  verb: string;
  path: string;
  policy: NonNullable<Route['policy']>;
  options: NonNullable<Route['options']>;
  hasInput: boolean;
};

function responses({ verb, path, policy, options, hasInput }: Described): Operation['responses'] {
  const { returns, orReturns, produces, created, redirects, nullable } = options;
  const success = redirects ? 302 : created ? 201 : returns || produces ? 200 : 204;
  const answers: Record<string, unknown> = {};
  for (const status of created === 'or-found' ? [201, 200] : [success]) {
    answers[status] = {
      description: SUCCESS_MEANING[status] ?? 'OK.',
      ...(status === 302
        ? { headers: { Location: { schema: { type: 'string' }, description: 'Where the browser goes on.' } } }
        : {}),
      ...(created && created !== true && status === 201
        ? { headers: { Location: { schema: { type: 'string' }, description: 'Path of the new record.' } } }
        : {}),
      ...(status !== 204 && (returns || produces)
        ? {
            content: {
              ...(returns
                ? { 'application/json': { schema: oneOfSchemas(bodySchema(returns, nullable), orReturns) } }
                : {}),
              ...(produces ? { [produces]: { schema: BINARY } } : {}),
            },
          }
        : {}),
    };
  }
  if (verb === 'GET' && !redirects) answers[304] = { description: 'What the caller has is still good.' };
  for (const [status, codes] of Object.entries(refusals({ verb, path, policy, options, hasInput }))) {
    answers[status] = {
      description: `${MEANING[Number(status)] ?? ''} Codes: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
      content: {
        'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
        // Refusals of a page are pages, but for those of programs.
        ...(produces === PAGE ? { [PAGE]: { schema: BINARY } } : {}),
      },
    };
  }
  return answers as Operation['responses'];
}

function bodySchema(returns: NonNullable<Described['options']['returns']>, nullable = false): Schema {
  const [type, isList] = Array.isArray(returns) ? [returns[0], true] : [returns, false];
  const one = { $ref: `#/components/schemas/${type.name}` };
  const schema = isList ? { type: 'array', items: one } : one;
  return nullable ? { oneOf: [schema, { type: 'null' }] } : schema;
}

const oneOfSchemas = (schema: Schema, or: Type | undefined): Schema =>
  or ? { oneOf: [schema, { $ref: `#/components/schemas/${or.name}` }] } : schema;

/** Which codes an endpoint may refuse with, by status: what follows from its policy, and what it declares. */
function refusals({ verb, path, policy, options, hasInput }: Described): Record<number, string[]> {
  const codes: Record<number, string[]> = { 429: ['rate_limited'], 503: ['temporarily_unavailable'] };
  const add = (status: number, ...more: string[]) =>
    (codes[status] = [...new Set([...(codes[status] ?? []), ...more.flatMap((code) => codesForPath(path, code))])]);
  if (hasInput || verb !== 'GET') add(400, 'invalid_input');
  if (verb !== 'GET') {
    add(413, 'payload_too_large');
    add(415, 'unsupported_media_type');
  }
  for (const { status, code } of refusalsOf(policy)) add(status, code);
  if (policy.namesProduct === 'path') add(404, 'not_found');
  for (const [status, more] of Object.entries(options.refuses ?? {})) add(Number(status), ...more);
  return codes;
}

const ACCESS_TEXT = {
  'signed-in': 'Anyone signed in',
  member: 'Member',
  admin: 'Admin or owner',
  owner: 'Owner',
  key: 'API key',
  ingest: 'API key',
} as const;

function accessNote({ access, scope, module, sessionOnly }: NonNullable<Route['policy']>): string | undefined {
  if (access === 'anyone') return undefined;
  const who = ACCESS_TEXT[access];
  const key = sessionOnly ? 'API keys are refused' : `API keys need \`${scope}\``;
  return `${who}. ${key}.${module ? ` Module \`${module}\`.` : ''}`;
}

const NUMBERED = /number$/i;

function pathParameters(path: string): NonNullable<Operation['parameters']> {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name: name!,
    in: 'path' as const,
    required: true,
    schema: NUMBERED.test(name!) ? { type: 'integer', minimum: 1 } : { type: 'string' },
  }));
}

/** Nest writes `nullable`, which is OpenAPI 3.0; 3.1 uses the type `null`. */
function toOpenApi31(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(toOpenApi31);
  if (typeof node !== 'object' || node === null) return node;
  const { nullable, ...rest } = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, toOpenApi31(value)]),
  ) as Schema;
  if (nullable !== true) return nullable === undefined ? rest : { ...rest, nullable };
  if (typeof rest['type'] === 'string') {
    const withNull = { ...rest, type: [rest['type'], 'null'] };
    return Array.isArray(rest['enum']) ? { ...withNull, enum: [...(rest['enum'] as unknown[]), null] } : withNull;
  }
  const { description, ...schema } = rest;
  return { oneOf: [schema, { type: 'null' }], ...(description ? { description } : {}) };
}

import type { Type } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { type FileUpload, successOf } from '../../platform/http/endpoint.js';
import { takesIdempotencyKey } from '../../platform/http/idempotent.js';
import { hasCursors, hasWhole, operationIdOf, type Route } from '../../platform/http/routes.js';
import { SCIM_TYPE } from '../../platform/http/scim-type.js';
import { WHOLE } from '../../platform/lists/list-formats.js';
import { headersOfAnswer } from './headers.js';
import { CODES, codesOf, type RefusalKind, refusalsIn, unusualOf } from './refusals.js';
import { tagOf } from './tags.js';

export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
type Policy = NonNullable<Route['policy']>;
type Options = NonNullable<Route['options']>;

/** The media type of pages for people. */
const PAGE = 'text/html';
const BINARY = { type: 'string', format: 'binary' };
const uploadOf = (upload: true | FileUpload) => ({
  'multipart/form-data': {
    schema: { $ref: `#/components/schemas/${upload === true ? 'PictureUpload' : upload.fields.name}` },
  },
});

/** Writes into an operation what its route declares. */
export function describeOperation(operation: Operation, route: Route): void {
  const { path, policy, options, resource } = route;
  if (!policy || !options || !resource) return;
  operation.operationId = operationIdOf(route);
  operation.summary = options.summary;
  operation.description =
    [options.description, goingNote(options), accessNote(policy)].filter(Boolean).join('\n\n') || undefined;
  operation.tags = [tagOf(resource) ?? resource];
  // Where people and keys may call, it is that of the document.
  if (policy.access === 'anyone') operation.security = [];
  else if (policy.sessionOnly) operation.security = [{ bearer: [] }];
  operation.parameters = [
    ...pathParameters(path),
    ...(operation.parameters ?? []).flatMap((parameter) => queryParameter(parameter as Parameter, route)),
    ...(options.guarded ? [IF_MATCH] : []),
    ...(options.parts ? [RANGE] : []),
    ...(options.beginsSession ? [PREFER_COOKIE] : []),
    ...(takesIdempotencyKey(route) ? [KEY] : []),
  ];
  if (options.deprecated) operation.deprecated = true;
  if (options.optionalBody && operation.requestBody && 'content' in operation.requestBody)
    operation.requestBody.required = false;
  if (options.upload) operation.requestBody = { required: true, content: uploadOf(options.upload) };
  if (options.body === 'form') asForm(operation);
  if (options.body === 'scim' && !WITHOUT_BODY.includes(route.verb))
    operation.requestBody = { required: true, content: SCIM_CONTENT };
  const codes = codesOf(route, operation.requestBody !== undefined || options.body === 'raw');
  operation.responses = {
    ...answers(route),
    ...refusalsIn(codes, kindOf(options)),
  } as Operation['responses'];
  const unusual = unusualOf(codes);
  if (Object.keys(unusual).length > 0) Object.assign(operation, { [CODES]: unusual });
}

/** In which form refusals come. */
const kindOf = ({ produces, browsed, body }: Options): RefusalKind =>
  produces === SCIM_TYPE || body === 'scim' ? 'Scim' : produces === PAGE || browsed ? 'Page' : '';

function asForm({ requestBody }: Operation): void {
  if (!requestBody || !('content' in requestBody)) return;
  requestBody.content = { 'application/x-www-form-urlencoded': requestBody.content['application/json']! };
}

/** Descriptions of successful answers. */
const MEANING: Readonly<Record<number, string>> = {
  201: 'Created.',
  202: 'Accepted for a background job.',
  204: 'Done.',
  206: 'The requested range.',
  302: 'A redirect.',
};

function answers(route: Route): object {
  const { verb } = route;
  const options = route.options!;
  const { returns, produces, created, found, redirects, guarded, orNothing, orPage } = options;
  const success = successOf(options);
  const content =
    success !== 204 && (returns || produces) ? { content: { ...contentOf(options), ...wholeContentOf(route) } } : {};
  const answer = (status: number, description = MEANING[status] ?? 'OK.') => ({
    description,
    headers: headersOfAnswer({
      status,
      verb,
      isRecord: typeof (options.accepted ?? created) !== 'boolean',
      isGuarded: guarded,
      isPage: hasCursors(route),
      isRepeatable: takesIdempotencyKey(route),
    }),
    ...content,
  });
  return {
    [success]: answer(success),
    ...(options.parts ? { 206: answer(206) } : {}),
    ...(created === 'or-found' ? { 200: answer(200, found) } : {}),
    ...(orNothing ? { 204: { description: orNothing } } : {}),
    ...(orPage ? { 200: { description: orPage, content: { [PAGE]: { schema: BINARY } } } } : {}),
    ...(verb === 'GET' && !redirects ? { 304: { $ref: '#/components/responses/NotModified' } } : {}),
  };
}

// Of a shape of its own, which is sent as it is kept.
const OBJECT_TYPES: readonly string[] = [
  'application/json',
  'application/ld+json',
  'application/schema+json',
  SCIM_TYPE,
];
const ANY_OBJECT = { type: 'object', additionalProperties: true };
/** The verbs of SCIM that have no body. */
const WITHOUT_BODY = ['GET', 'DELETE'];
const SCIM_CONTENT = { [SCIM_TYPE]: { schema: { $ref: '#/components/schemas/ScimBody' } } };

const contentOf = ({ returns, orReturns, produces, nullable }: Options): object => ({
  ...(returns ? { 'application/json': { schema: oneOfSchemas(bodySchema(returns, nullable), orReturns) } } : {}),
  ...Object.fromEntries(
    [produces ?? []].flat().map((type) => [type, { schema: OBJECT_TYPES.includes(type) ? ANY_OBJECT : BINARY }]),
  ),
});

/** Of a list that is told as a whole too. */
const wholeContentOf = (route: Route): object =>
  hasWhole(route) ? Object.fromEntries(Object.keys(WHOLE).map((type) => [type, { schema: { type: 'string' } }])) : {};

const reference = (type: Type) => ({ $ref: `#/components/schemas/${type.name}` });

function bodySchema(returns: NonNullable<Options['returns']>, nullable = false): object {
  const schema = Array.isArray(returns) ? { type: 'array', items: reference(returns[0]) } : reference(returns);
  return nullable ? { oneOf: [schema, { type: 'null' }] } : schema;
}

const oneOfSchemas = (schema: object, or: Type | undefined): object =>
  or ? { oneOf: [schema, reference(or)] } : schema;

const goingNote = ({ deprecated }: Options): string | undefined =>
  deprecated &&
  `Deprecated since ${deprecated.since}, and can be removed from ${deprecated.sunset} on: use ${deprecated.instead}.`;

const ACCESS_TEXT = {
  'signed-in': 'Anyone signed in',
  member: 'Member',
  admin: 'Admin or owner',
  owner: 'Owner',
  key: 'API key',
  ingest: 'API key',
} as const;

function accessNote({ access, scope, module, sessionOnly }: Policy): string | undefined {
  if (access === 'anyone') return undefined;
  const key = sessionOnly ? 'API keys are rejected' : `API keys need \`${scope}\``;
  return `${ACCESS_TEXT[access]}. ${key}.${module ? ` Module \`${module}\`.` : ''}`;
}

const IF_MATCH = {
  name: 'If-Match',
  in: 'header' as const,
  required: false,
  description:
    'The `ETag` of the record as last read. The change is rejected (412) if the record has been edited since; changes by scans are ignored.',
  schema: { type: 'string' as const },
};

const RANGE = {
  name: 'Range',
  in: 'header' as const,
  required: false,
  description: 'The requested range: `bytes=0-1023`. Other values return the whole file.',
  schema: { type: 'string' as const },
};

const KEY = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: false,
  description:
    'Ensures that a request repeated by the same caller within 24 hours is carried out only once. A repeated request gets the first status, `Location` and body, and `Idempotency-Replayed: true`. Answers with 401, 403, 429, 5xx and schema errors are not stored.',
  schema: { type: 'string' as const, minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
};

const PREFER_COOKIE = {
  name: 'Prefer',
  in: 'header' as const,
  required: false,
  description:
    '`session=cookie`: secrets are sent in HttpOnly cookies only; in the body they are `""`, the header `set-auth-token` is absent, and `Preference-Applied` is set. Ignored with other credentials.',
  schema: { type: 'string' as const },
};

type Parameter = { in: string; name: string; schema: { $ref?: string; default?: unknown } };

/**
 * Nest forgets the default of a parameter whose values are a named schema; it is what the class of the query begins
 * with.
 */
function queryParameter(parameter: Parameter, { bodies }: Route): never[] {
  if (parameter.in === 'path') return [];
  const beginning = Object.assign({}, ...bodies.map((type) => new (type as new () => object)())) as Record<
    string,
    unknown
  >;
  const value = parameter.schema.$ref ? beginning[parameter.name] : undefined;
  const schema = value === undefined ? parameter.schema : { ...parameter.schema, default: value };
  return [{ ...parameter, schema }] as never[];
}

const PARAMETERS: Readonly<Record<string, string>> = {
  orgId: 'The id of the organization, its slug (`example-agency`), or a former slug.',
  productSlug: 'The id of the product, its slug (`web-shop`), or a former slug.',
  areaSlug: 'The id of the area, its slug, or a former slug.',
  standardSlug: 'The id of the standard, or its slug (`wcag-2-2`).',
  filename: 'The file name in the URL of the picture.',
  publicReport: 'The token of the public URL of a report, optionally with an ending.',
  publicBadge: 'The same, with the ending `.svg` or `.json`.',
};

function pathParameters(path: string): NonNullable<Operation['parameters']> {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name: name!,
    in: 'path' as const,
    required: true,
    ...(PARAMETERS[name!] ? { description: PARAMETERS[name!] } : {}),
    schema: /number$/i.test(name!)
      ? { type: 'integer', minimum: 1 }
      : { type: 'string', ...(/id$/i.test(name!) && name !== 'orgId' ? { format: 'uuid' } : {}) },
  }));
}

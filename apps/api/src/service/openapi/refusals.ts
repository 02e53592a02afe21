import { SCIM_TYPE } from '../../platform/http/scim-type.js';
import { takesIdempotencyKey } from '../../platform/http/idempotent.js';
import { refusalsOf } from '../../platform/http/refusal.js';
import { hasCursors, hasWhole, type Route } from '../../platform/http/routes.js';
import { codesForPath } from '../../accounts/identity/wire-codes.js';
import { headersOfRefusal } from './headers.js';

/** A shared response: what refusals of its status have in common, and the codes that most operations refuse with. */
interface Refusal {
  status: number;
  name: string;
  description: string;
  usual?: readonly string[];
}

const OF_KEYS = ['key_address_not_allowed', 'forwarded_address_untrusted', 'key_wrong_organization'];
const OF_MEMBERS = [
  'origin_not_allowed',
  ...OF_KEYS,
  'not_a_member',
  'provider_sign_in_required',
  'two_factor_required',
  'key_scope_missing',
  'key_product_mismatch',
  'module_disabled',
];

/** The first of a status is the one of operations whose codes are others than usual; they say which. */
const REFUSALS: readonly Refusal[] = [
  { status: 400, name: 'BadRequest', description: 'Invalid request', usual: ['invalid_input'] },
  {
    status: 400,
    name: 'BadRequestOfList',
    description: 'Invalid request',
    usual: ['invalid_input', 'cursor_invalid'],
  },
  {
    status: 400,
    name: 'BadRequestOfIdentity',
    description: 'Invalid request',
    usual: ['VALIDATION_ERROR', 'BAD_REQUEST'],
  },
  {
    status: 401,
    name: 'Unauthorized',
    description: 'Authentication required',
    usual: ['unauthenticated', 'credentials_ambiguous'],
  },
  {
    status: 403,
    name: 'Forbidden',
    description: 'Permission denied',
    usual: OF_MEMBERS,
  },
  {
    status: 403,
    name: 'ForbiddenToChange',
    description: 'Permission denied for this change',
    usual: [...OF_MEMBERS, 'organization_suspended'],
  },
  {
    status: 403,
    name: 'ForbiddenByRole',
    description: 'Permission denied for the caller or their role',
    usual: [...OF_MEMBERS, 'organization_suspended', 'role_too_low'],
  },
  {
    status: 403,
    name: 'ForbiddenToKeys',
    description: 'API keys are not accepted',
    usual: ['origin_not_allowed', 'session_required'],
  },
  { status: 404, name: 'NotFound', description: 'Record not found or not accessible', usual: ['not_found'] },
  { status: 409, name: 'Conflict', description: 'Conflict with the current state' },
  { status: 410, name: 'Gone', description: 'The requested data are no longer kept' },
  {
    status: 412,
    name: 'PreconditionFailed',
    description: 'The record has changed in the meantime',
    usual: ['changed_meanwhile'],
  },
  { status: 413, name: 'ContentTooLarge', description: 'The body is too large', usual: ['payload_too_large'] },
  {
    status: 415,
    name: 'UnsupportedMediaType',
    description: 'Unsupported type of the body',
    usual: ['unsupported_media_type'],
  },
  {
    status: 415,
    name: 'UnsupportedMediaTypeOfIdentity',
    description: 'Unsupported type of the body',
    usual: ['UNSUPPORTED_MEDIA_TYPE'],
  },
  { status: 422, name: 'UnprocessableContent', description: 'The request cannot be processed' },
  { status: 429, name: 'TooManyRequests', description: 'Too many requests', usual: ['rate_limited'] },
  {
    status: 503,
    name: 'ServiceUnavailable',
    description: 'Temporarily unavailable',
    usual: ['temporarily_unavailable', 'read_only'],
  },
];

/**
 * The extension of the document that lists codes for programs: of a shared response, or of what an operation refuses
 * with instead.
 */
export const CODES = 'x-problem-codes';

const PROBLEM = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
const PAGE = { 'text/html': { schema: { type: 'string', format: 'binary' } } };
const SCIM = { [SCIM_TYPE]: { schema: { $ref: '#/components/schemas/ScimError' } } };

/** The body of a refusal where SCIM is spoken (RFC 7644, 3.12). */
export const SCIM_ERROR = {
  type: 'object',
  description: 'A SCIM error (RFC 7644, 3.12).',
  properties: {
    schemas: {
      type: 'array',
      items: { type: 'string' },
      example: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      description: 'The schema of the error.',
    },
    status: { type: 'string', description: 'The HTTP status.', example: '409' },
    scimType: {
      type: 'string',
      description:
        'The SCIM error type, if there is one: `invalidFilter`, `invalidPath`, `invalidValue`, `invalidSyntax` or `uniqueness`.',
      example: 'uniqueness',
    },
    detail: {
      type: 'string',
      description: 'Human-readable.',
      example: 'The organization already has a person with this userName.',
    },
  },
  required: ['schemas', 'status', 'detail'],
};

/** In which form an operation refuses: as programs read it, also as a page, or as SCIM has it. */
export type RefusalKind = '' | 'Page' | 'Scim';

/** The shared responses that `refusalsIn` refers to. Refusals of a page are pages, but for those of programs. */
export const REFUSAL_RESPONSES: Readonly<Record<string, object>> = Object.fromEntries(
  REFUSALS.flatMap(({ status, name, description, usual }) => {
    const response = {
      description: usual ? `${description}: ${named(usual)}.` : `${description}.`,
      headers: headersOfRefusal(status),
      content: PROBLEM,
      ...(usual ? { [CODES]: usual } : {}),
    };
    return [
      [name, response],
      [`${name}Page`, { ...response, content: { ...PROBLEM, ...PAGE } }],
      [`${name}Scim`, { ...response, content: SCIM }],
    ];
  }),
);

/** Which codes an operation refuses with, by status: what follows from its policy, and what it declares. */
export function codesOf(route: Route, takesBody: boolean): Record<number, string[]> {
  const { verb, path, policy, options, bodies } = route;
  const codes: Record<number, string[]> = { 429: ['rate_limited'], 503: ['temporarily_unavailable', 'read_only'] };
  const add = (status: number, ...more: string[]) =>
    (codes[status] = [...new Set([...(codes[status] ?? []), ...more.flatMap((code) => codesForPath(path, code))])]);
  if (bodies.length > 0 || path.includes(':') || verb !== 'GET') add(400, 'invalid_input');
  if (hasCursors(route)) add(400, 'cursor_invalid');
  if (hasWhole(route)) add(409, 'list_too_long');
  if (takesBody) {
    add(413, 'payload_too_large');
    add(415, 'unsupported_media_type');
  }
  for (const { status, code } of refusalsOf(policy!)) add(status, code);
  if (policy!.namesProduct === 'path') add(404, 'not_found');
  if (takesIdempotencyKey(route)) {
    add(409, 'idempotency_under_way', 'idempotency_answer_not_kept');
    add(422, 'idempotency_key_reused');
  }
  if (options!.guarded) add(412, 'changed_meanwhile');
  for (const [status, more] of Object.entries(options!.refuses ?? {})) add(Number(status), ...more);
  return codes;
}

const sharedBy = (status: string): readonly Refusal[] =>
  REFUSALS.filter((refusal) => refusal.status === Number(status));

/** The shared response that has exactly these codes; undefined where they are others than usual. */
const fittingOf = (status: string, codes: readonly string[]): Refusal | undefined =>
  sharedBy(status).find(({ usual }) => usual && [...usual].sort().join() === [...codes].sort().join());

/** Those of the codes that no shared response tells, by status. */
export const unusualOf = (codes: Readonly<Record<number, string[]>>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(codes).filter(([status, ofStatus]) => !fittingOf(status, ofStatus)));

/** References to the shared responses; those whose codes are not the usual ones say which they are. */
export function refusalsIn(codes: Readonly<Record<number, string[]>>, kind: RefusalKind): Record<string, object> {
  return Object.fromEntries(
    Object.entries(codes).map(([status, ofStatus]) => {
      const fitting = fittingOf(status, ofStatus);
      const { name } = fitting ?? sharedBy(status)[0]!;
      return [
        status,
        {
          $ref: `#/components/responses/${name}${kind}`,
          ...(fitting ? {} : { description: named(ofStatus) }),
        },
      ];
    }),
  );
}

function named(codes: readonly string[]): string {
  return codes.map((code) => `\`${code}\``).join(', ');
}

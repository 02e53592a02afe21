import { STATUS_CODES } from 'node:http';
import {
  BadRequest,
  type DomainError,
  type ErrorKind,
  type Fault,
  FAULT_CODES,
  type FaultCode,
  type FaultParams,
  NAMED_FAULTS,
  RateLimited,
  ReadOnly,
  TemporarilyUnavailable,
} from '#libs/errors';
import { Described, Documented, named, schemaPath } from '#libs/fields';
import { entityTag } from './entity-tag.js';

const CODES = named(
  'FaultCode',
  Object.keys(FAULT_CODES) as FaultCode[],
  `The kind of fault.\n\n${Object.entries(FAULT_CODES)
    .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
    .join('\n')}`,
);

@Described('Parameters for the message of a fault.')
class FaultParamsDto implements FaultParams {
  @Documented({ type: 'number', required: false, description: 'The minimum.' })
  min?: number;
  @Documented({ type: 'number', required: false, description: 'The maximum.' })
  max?: number;
  @Documented({
    type: 'array',
    items: { oneOf: [{ type: 'string' }, { type: 'number' }] },
    required: false,
    description: 'The allowed values.',
  } as object)
  allowed?: (string | number)[];
  @Documented({ type: 'string', required: false, description: 'A JSON type.', example: 'integer' })
  type?: string;
  @Documented({
    type: 'string',
    required: false,
    description: 'The expected format: a JSON Schema `format`, `cidr`, or `filled` (not only white space).',
    example: 'date-time',
  })
  format?: string;
  @Documented({
    oneOf: [{ type: 'string' }, { type: 'number' }],
    required: false,
    description: 'The submitted value.',
  } as object)
  value?: string | number;
  @Documented({ type: 'number', required: false, description: 'The row of the submitted table, starting at 1.' })
  row?: number;
  @Documented({ type: 'number', required: false, description: 'The column of the submitted table, starting at 1.' })
  column?: number;
}

@Described('A fault of a request.')
export class FaultDto implements Fault {
  @Documented({ description: 'A JSON pointer into the body; query parameters as `/query/name`.' })
  path: string;
  @Documented({ enum: CODES, enumName: 'FaultCode', description: 'Stable.' } as object)
  code: FaultCode;
  @Documented({ description: 'Human-readable; may change.' })
  message: string;
  @Documented({
    type: FaultParamsDto,
    required: false,
    description: 'Parameters for messages in the language of the client.',
  })
  params?: FaultParamsDto;
}

/** The one body of every refusal: `application/problem+json` (RFC 9457). */
@Described('An error (RFC 9457).')
export class Problem {
  @Documented({
    example: 'urn:curbcut:problem:product_archived',
    description: '`code` as a URN: `urn:curbcut:problem:…`.',
  })
  type: string;
  @Documented({ example: 'Conflict' })
  title: string;
  @Documented({ type: 'integer', example: 409, description: 'The HTTP status.' })
  status: number;
  @Documented({ $ref: schemaPath('ProblemCode'), description: 'Stable; for programs.' } as object)
  code: string;
  @Documented({ description: 'Human-readable.' })
  message: string;
  @Documented({ description: 'Same as `message`, under its RFC 9457 name.' })
  detail: string;
  @Documented({ description: 'The ID of the request in the service log.' })
  requestId: string;
  @Documented({
    type: [FaultDto],
    required: false,
    description: 'Only with status 400: all faults, or the first 100.',
  })
  errors?: Fault[];
  @Documented({
    type: 'integer',
    minimum: 0,
    required: false,
    description: 'The number of faults.',
  })
  errorCount?: number;
  @Documented({ required: false, description: 'With `module_disabled`: the disabled module.' })
  module?: string;
  @Documented({ required: false, description: 'With `key_scope_missing`: the required scope.' })
  scope?: string;
  @Documented({
    $ref: schemaPath('ProblemCode'),
    required: false,
    description:
      'Under `/api/auth`, `code` is the error code of the better-auth client; this is the corresponding code of the other endpoints.',
  } as object)
  problemCode?: string;
  @Documented({
    type: [String],
    required: false,
    description:
      'With `fresh_proof_required`: the available ways to confirm the identity (`code`, `password`, `provider`, `mailCode`).',
  })
  ways?: string[];
}

export const STATUS: Readonly<Record<ErrorKind, number>> = {
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  changed: 412,
  too_large: 413,
  unsupported_type: 415,
  unprocessable: 422,
  too_many: 429,
  unavailable: 503,
};

/** The status of a refusal. */
export const statusOf = ({ kind }: DomainError): number => STATUS[kind];

/** The body of an error; `more` are its extension members. */
export function problem(status: number, code: string, message: string, requestId: string, more: object = {}): Problem {
  const title = STATUS_CODES[status] ?? 'Error';
  return { type: `urn:curbcut:problem:${code}`, title, status, code, message, detail: message, requestId, ...more };
}

/** Headers of an error response (RFC 9110: `WWW-Authenticate` for 401, `Retry-After` for 429 and 503). */
export function headersOf(error: DomainError): Record<string, string> {
  if (error.kind === 'unauthenticated') return { 'WWW-Authenticate': 'Bearer' };
  if (error instanceof RateLimited || error instanceof TemporarilyUnavailable || error instanceof ReadOnly)
    return { 'Retry-After': String(error.retryAfter) };
  if (error.kind === 'unavailable') return { 'Retry-After': '2' };
  if (error.kind === 'changed' && error.members)
    return { ETag: entityTag(error.members, JSON.stringify(error.members)) };
  return {};
}

/** The extension members of an error: its first faults and their number, and `members`. */
export const membersOf = (error: DomainError): Pick<Problem, 'errors' | 'errorCount'> =>
  error instanceof BadRequest
    ? { errors: error.faults.slice(0, NAMED_FAULTS), errorCount: error.faultCount, ...error.members }
    : { ...error.members };

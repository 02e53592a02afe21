import { type DomainError, InvalidInput } from '#libs/errors';

/** Error codes under `/api/auth` for general errors: clients of that wire format compare with their own constants. */
const WIRE_CODES: Readonly<Record<string, string>> = {
  invalid_input: 'VALIDATION_ERROR',
  unauthenticated: 'UNAUTHORIZED',
  fresh_proof_required: 'SESSION_NOT_FRESH',
  unsupported_media_type: 'UNSUPPORTED_MEDIA_TYPE',
};

/** The code for a body that is not JSON. */
const MALFORMED_BODY = 'BAD_REQUEST';

/** Every code that a general error may have at a path. */
export const codesForPath = (path: string, code: string): string[] =>
  isIdentityPath(path) ? [WIRE_CODES[code] ?? code, ...(code === 'invalid_input' ? [MALFORMED_BODY] : [])] : [code];

/** The code of an error as clients of this path know it. */
export function codeForPath(path: string, error: DomainError): string {
  if (!isIdentityPath(path)) return error.code;
  const isMalformed =
    error instanceof InvalidInput && ['invalid_json', 'invalid_utf8'].includes(error.faults[0]?.code ?? '');
  return isMalformed ? MALFORMED_BODY : (WIRE_CODES[error.code] ?? error.code);
}

const isIdentityPath = (path: string): boolean => /^\/api\/auth(\/|$)/i.test(path);

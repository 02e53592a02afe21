import { type DomainError, InvalidInput } from '#libs/errors';

/** What general refusals are called at `/api/auth`: clients of that wire format compare with constants of their own. */
const WIRE_CODES: Readonly<Record<string, string>> = {
  invalid_input: 'VALIDATION_ERROR',
  unauthenticated: 'UNAUTHORIZED',
  unsupported_media_type: 'UNSUPPORTED_MEDIA_TYPE',
};

/** A body that is no JSON at all. */
const MALFORMED_BODY = 'BAD_REQUEST';

/** Every code that a general refusal may have at a path. */
export const codesForPath = (path: string, code: string): string[] =>
  isIdentityPath(path) ? [WIRE_CODES[code] ?? code, ...(code === 'invalid_input' ? [MALFORMED_BODY] : [])] : [code];

/** The code of a refusal as the clients of this path know it. */
export function codeForPath(path: string, error: DomainError): string {
  if (!isIdentityPath(path)) return error.code;
  const isMalformed =
    error instanceof InvalidInput && ['invalid_json', 'invalid_utf8'].includes(error.faults[0]?.code ?? '');
  return isMalformed ? MALFORMED_BODY : (WIRE_CODES[error.code] ?? error.code);
}

const isIdentityPath = (path: string): boolean => /^\/api\/auth(\/|$)/i.test(path);

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

/**
 * The code of an error as clients of this path know it; where that is one of the wire format of `/api/auth`, with ours
 * for the same: what stands nowhere else in the interface is called as there, in our letters.
 */
export function codesAtPath(path: string, error: Pick<DomainError, 'code'>): { code: string; problemCode?: string } {
  if (!isIdentityPath(path)) return { code: error.code };
  const isMalformed =
    error instanceof InvalidInput && ['invalid_json', 'invalid_utf8'].includes(error.faults[0]?.code ?? '');
  const code = isMalformed ? MALFORMED_BODY : (WIRE_CODES[error.code] ?? error.code);
  return { code, problemCode: ourCodeOf(code) };
}

/** Codes of the wire format that mean what one of ours does. */
const SAME_AS_OURS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(WIRE_CODES).map(([ours, wire]) => [wire, ours])),
  [MALFORMED_BODY]: 'invalid_input',
  EMAIL_CAN_NOT_BE_UPDATED: 'invalid_input',
  INVALID_TOKEN: 'invalid_input',
  PASSWORD_TOO_SHORT: 'invalid_input',
  PASSWORD_TOO_LONG: 'invalid_input',
  PASSWORD_COMPROMISED: 'invalid_input',
  INVALID_PASSWORD: 'proof_refused',
  INVALID_CODE: 'proof_refused',
  INVALID_BACKUP_CODE: 'proof_refused',
  ACCOUNT_TEMPORARILY_LOCKED: 'rate_limited',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'already_exists',
  ORGANIZATION_ALREADY_EXISTS: 'already_exists',
  ORGANIZATION_SLUG_ALREADY_TAKEN: 'already_exists',
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: 'already_exists',
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: 'already_exists',
  ORGANIZATION_NOT_FOUND: 'not_found',
  MEMBER_NOT_FOUND: 'not_found',
  INVITATION_NOT_FOUND: 'not_found',
  TEAM_NOT_FOUND: 'not_found',
  PROVIDER_NOT_FOUND: 'not_found',
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: 'not_a_member',
  YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION: 'not_a_member',
  YOU_ARE_NOT_ALLOWED_TO_ACCESS_THIS_ORGANIZATION: 'not_a_member',
};

/** Our code for one of the wire format. */
export function ourCodeOf(code: string): string {
  const isOfRole = code.startsWith('YOU_ARE_NOT_ALLOWED_TO_');
  return SAME_AS_OURS[code] ?? (isOfRole ? 'role_too_low' : code.toLowerCase());
}

const isIdentityPath = (path: string): boolean => /^\/api\/auth(\/|$)/i.test(path);

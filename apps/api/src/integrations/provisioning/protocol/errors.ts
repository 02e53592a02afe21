import { BadRequest, Conflict, type Fault } from '#libs/errors';

/** A refusal of a value, a filter, a path or the form of a request, for which SCIM has a word of its own. */
class ScimBadRequest extends BadRequest {
  constructor(
    readonly code: 'scim_invalid_filter' | 'scim_invalid_path' | 'scim_invalid_value' | 'scim_invalid_syntax',
    message: string,
  ) {
    super(message, [{ path: '', code: FAULTS[code], message }]);
  }
}

const FAULTS: Readonly<Record<ScimBadRequest['code'], Fault['code']>> = {
  scim_invalid_filter: 'invalid_filter',
  scim_invalid_path: 'malformed',
  scim_invalid_value: 'not_allowed',
  scim_invalid_syntax: 'wrong_type',
};

export const invalidFilter = (message: string) => new ScimBadRequest('scim_invalid_filter', message);
export const invalidPath = (message: string) => new ScimBadRequest('scim_invalid_path', message);
export const invalidValue = (message: string) => new ScimBadRequest('scim_invalid_value', message);
export const invalidSyntax = (message: string) => new ScimBadRequest('scim_invalid_syntax', message);

/** Another resource has the value that is one's own. */
export class NotUnique extends Conflict {
  readonly code = 'scim_uniqueness';
}

import { BadRequest, DomainError } from '#libs/errors';
import { toOneLine } from '#libs/fields';
import { statusOf } from '../../platform/http/problem.js';
import type { FormError } from './html-page.js';

/** The field of an error that does not name one itself. */
const FIELD_OF: Readonly<Record<string, string>> = {
  ACCOUNT_DISABLED: 'password',
  INVALID_EMAIL_OR_PASSWORD: 'password',
  INVALID_PASSWORD: 'password',
  PASSWORD_COMPROMISED: 'password',
  PASSWORD_TOO_LONG: 'password',
  PASSWORD_TOO_SHORT: 'password',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'password',
  INVALID_BACKUP_CODE: 'code',
  INVALID_CODE: 'code',
};

/** The errors of a posted form, and the status of the response that shows them. */
export interface FormErrors {
  status: number;
  errors: readonly FormError[];
}

/** No errors. */
export const NO_ERRORS: FormErrors = { status: 200, errors: [] };

/**
 * Converts an error into form errors, each at its field.
 * @throws the error itself if it concerns none of these fields
 */
export function formErrorsOf(error: unknown, fields: readonly string[]): FormErrors {
  if (!(error instanceof DomainError)) throw error;
  const status = statusOf(error);
  const field = FIELD_OF[error.code];
  if (field !== undefined && fields.includes(field)) return { status, errors: [{ field, message: error.message }] };
  const faults = error instanceof BadRequest ? error.faults : [];
  const errors = faults.map(({ path, message }) => ({ field: path.slice(1), message }));
  if (errors.length === 0 || errors.some((trouble) => !fields.includes(trouble.field))) throw error;
  return { status, errors };
}

/** Moves errors of fields that the page does not have to the whole form. */
export const withinFields = ({ status, errors }: FormErrors, fields: readonly string[]): FormErrors => ({
  status,
  errors: errors.map(({ field, message }) => ({
    field: fields.includes(field ?? '') ? field : undefined,
    message,
  })),
});

/** Errors for fields that were left empty, with these messages; undefined if there are none. */
export function missingFields(form: object, labels: Readonly<Record<string, string>>): FormErrors | undefined {
  const errors = Object.entries(labels)
    .filter(([name]) => !String((form as Record<string, string | undefined>)[name] ?? '').trim())
    .map(([field, message]) => ({ field, message }));
  return errors.length > 0 ? { status: 400, errors } : undefined;
}

/** The error of an invalid name of a person, if any. */
export function nameErrors(name: string): FormErrors | undefined {
  if (toOneLine(name) === name.trim().replace(/ +/g, ' ')) return undefined;
  const message = 'The name must be a single line of at most 100 characters.';
  return { status: 400, errors: [{ field: 'name', message }] };
}

/** The message for an error with which the provider sent the browser back. */
export function providerErrors({ error }: { error?: string }): FormErrors | undefined {
  if (error === undefined) return undefined;
  const message =
    error === 'access_denied' ? 'The sign-in was cancelled.' : 'The account used at the provider cannot be used here.';
  return { status: 403, errors: [{ message }] };
}

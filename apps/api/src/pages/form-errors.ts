import { BadRequest, DomainError } from '#libs/errors';
import { toOneLine } from '#libs/fields';
import { statusOf } from '#libs/http';
import type { FormError } from './html-page.js';

/** Which field a refusal is about, where no fault says it. */
const FIELD_OF: Readonly<Record<string, string>> = {
  INVALID_EMAIL_OR_PASSWORD: 'password',
  INVALID_PASSWORD: 'password',
  PASSWORD_COMPROMISED: 'password',
  PASSWORD_TOO_LONG: 'password',
  PASSWORD_TOO_SHORT: 'password',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'password',
  INVALID_BACKUP_CODE: 'code',
  INVALID_CODE: 'code',
};

/** What a person can put right in the form they sent, and the status of the answer that says so. */
export interface FormErrors {
  status: number;
  errors: readonly FormError[];
}

/** Nothing is wrong. */
export const NO_ERRORS: FormErrors = { status: 200, errors: [] };

/**
 * What a person can put right about a refusal, each at its field.
 * @throws the error itself where there is nothing to put right in these fields
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

/** The same on a page that may not have all the fields: what has none there is told of the whole. */
export const withinFields = ({ status, errors }: FormErrors, fields: readonly string[]): FormErrors => ({
  status,
  errors: errors.map(({ field, message }) => ({
    field: fields.includes(field ?? '') ? field : undefined,
    message,
  })),
});

/** The fields that were left empty, with what is to be said of each; undefined when none was. */
export function missingFields(form: object, labels: Readonly<Record<string, string>>): FormErrors | undefined {
  const errors = Object.entries(labels)
    .filter(([name]) => !String((form as Record<string, string | undefined>)[name] ?? '').trim())
    .map(([field, message]) => ({ field, message }));
  return errors.length > 0 ? { status: 400, errors } : undefined;
}

/** What is wrong with a name of a person. */
export function nameErrors(name: string): FormErrors | undefined {
  if (toOneLine(name) === name.trim().replace(/ +/g, ' ')) return undefined;
  const message = 'Your name is one line of at most 100 characters.';
  return { status: 400, errors: [{ field: 'name', message }] };
}

/** What to say where the provider sent the browser back with a refusal. */
export function providerErrors({ error }: { error?: string }): FormErrors | undefined {
  if (error === undefined) return undefined;
  const message =
    error === 'access_denied'
      ? 'The sign-in was cancelled.'
      : 'The sign-in there did not lead to an account that can go on here.';
  return { status: 403, errors: [{ message }] };
}

import type { Field } from './form.js';

const HINT = '8 to 128 characters. Do not use a common password.';

/** The address of an account; `fixed`: it cannot be changed and is shown for password managers. */
export const addressField = (value: string | undefined, fixed: boolean): Field => ({
  name: 'email',
  label: 'Address',
  type: 'email',
  autocomplete: 'username',
  value,
  fixed,
});

/** A new password. */
export const newPasswordField = (label: string): Field => ({
  name: 'password',
  label,
  type: 'password',
  autocomplete: 'new-password',
  hint: HINT,
});

/** The present password of an account. */
export const passwordField = (label: string): Field => ({
  name: 'password',
  label,
  type: 'password',
  autocomplete: 'current-password',
});

/** The field for the code of the second factor. */
export const CODE_FIELD: Field = {
  name: 'code',
  label: 'Code',
  autocomplete: 'one-time-code',
  hint: 'The six-digit code of your authenticator app, or one of your backup codes.',
};

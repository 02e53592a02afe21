import type { Field } from './form.js';

const HINT = '8 to 128 characters, and not one that many people use.';

/** The address of an account; `fixed`: it is settled, and stands there for password managers. */
export const addressField = (value: string | undefined, fixed: boolean): Field => ({
  name: 'email',
  label: 'Address',
  type: 'email',
  autocomplete: 'username',
  value,
  fixed,
});

/** A password that is chosen here. */
export const newPasswordField = (label: string): Field => ({
  name: 'password',
  label,
  type: 'password',
  autocomplete: 'new-password',
  hint: HINT,
});

/** The password that an account has. */
export const passwordField = (label: string): Field => ({
  name: 'password',
  label,
  type: 'password',
  autocomplete: 'current-password',
});

/** Where the second factor is asked for. */
export const CODE_FIELD: Field = {
  name: 'code',
  label: 'Code',
  autocomplete: 'one-time-code',
  hint: 'The six digits that your authenticator app shows now, or one of your backup codes.',
};

import { BadRequest, DomainError, Forbidden, Unauthenticated } from '#libs/errors';

/** One error for an unknown address and for a wrong password, so that addresses cannot be enumerated. */
export const invalidEmailOrPassword = (): Unauthenticated =>
  new Unauthenticated('INVALID_EMAIL_OR_PASSWORD', 'The email address or the password is wrong.');

export const signUpClosed = (): Forbidden =>
  new Forbidden('SIGN_UP_CLOSED', 'Accounts can be created by invitation only.');

export const accountDisabled = (): Forbidden =>
  new Forbidden('ACCOUNT_DISABLED', 'This account is disabled. The operator of the service can enable it again.');

/** An account with this address exists already. */
export class UserExists extends DomainError {
  readonly kind = 'unprocessable';
  readonly code = 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL';
  constructor() {
    super('An account with this email address already exists.');
  }
}

export const callbackNotAllowed = (): Forbidden =>
  new Forbidden('INVALID_CALLBACK_URL', 'The callback address is not on an origin of this service.');

/** A mailed link is unknown, used or too old. */
export class InvalidToken extends BadRequest {
  readonly code = 'INVALID_TOKEN';
  constructor() {
    super('The link is invalid, used or expired.', [
      { path: '/token', code: 'unknown_reference', message: 'The link is invalid, used or expired.' },
    ]);
  }
}

/** The address of an account cannot be changed at this endpoint. */
export class EmailCannotChange extends BadRequest {
  readonly code = 'EMAIL_CAN_NOT_BE_UPDATED';
  constructor() {
    super('The email address of an account cannot be changed.', [
      { path: '/email', code: 'not_allowed', message: 'The email address of an account cannot be changed.' },
    ]);
  }
}

/** The password is not the one of the account. `field` is where it stands in the request. */
export class InvalidPassword extends BadRequest {
  readonly code = 'INVALID_PASSWORD';
  constructor(field: string) {
    super('The password is wrong.', [{ path: `/${field}`, code: 'not_allowed', message: 'The password is wrong.' }]);
  }
}

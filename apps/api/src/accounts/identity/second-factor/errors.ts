import { BadRequest, RateLimited, Unauthenticated } from '#libs/errors';

/** The account has no second factor to verify. */
export class TotpNotEnabled extends BadRequest {
  readonly code = 'TOTP_NOT_ENABLED';
  constructor() {
    super('This account has no authenticator app.');
  }
}

/** The second factor is not enabled. */
export class TwoFactorNotEnabled extends BadRequest {
  readonly code = 'TWO_FACTOR_NOT_ENABLED';
  constructor() {
    super('The second factor is not turned on.');
  }
}

/** The challenge has had too many wrong codes and is invalid. */
export class TooManyAttempts extends BadRequest {
  readonly code = 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE';
  constructor() {
    super('Too many wrong codes. Start the sign-in again.');
  }
}

/** Too many wrong codes for one account; `retryAfter` in seconds. */
export class AccountLocked extends RateLimited {
  override readonly code = 'ACCOUNT_TEMPORARILY_LOCKED';
  constructor(retryAfter: number) {
    super(retryAfter, `Too many wrong codes for this account. Try again in ${retryAfter} s.`);
  }
}

export const invalidCode = (): Unauthenticated =>
  new Unauthenticated('INVALID_CODE', 'The code is wrong, used or expired.');

export const invalidBackupCode = (): Unauthenticated =>
  new Unauthenticated('INVALID_BACKUP_CODE', 'The backup code is wrong or used.');

export const noChallenge = (): Unauthenticated =>
  new Unauthenticated('INVALID_TWO_FACTOR_COOKIE', 'No sign-in is waiting for a code. Sign in first.');

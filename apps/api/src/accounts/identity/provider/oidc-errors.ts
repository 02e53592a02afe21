import { DomainError, Forbidden, NotFound } from '#libs/errors';

/** There is no provider of this name, or no provider is configured. */
export class ProviderNotFound extends NotFound {
  override readonly code = 'PROVIDER_NOT_FOUND';
  constructor() {
    super('provider');
  }
}

/** The provider does not respond, or its response is not valid OpenID Connect. */
export class ProviderUnavailable extends DomainError {
  readonly kind = 'unavailable';
  readonly code = 'provider_unavailable';
  constructor() {
    super('The identity provider does not respond. Try again shortly.');
  }
}

export const stateMismatch = (): Forbidden =>
  new Forbidden('state_mismatch', 'No such sign-in is in progress in this browser. It is unknown, used or expired.');

export const accessDenied = (): Forbidden =>
  new Forbidden('access_denied', 'Sign-in was cancelled at the identity provider.');

export const providerRefused = (): Forbidden =>
  new Forbidden('provider_refused', 'The identity provider rejected the sign-in.');

/** The settings name an id or a secret that the provider does not know us by. */
export const providerRefusesClient = (): Forbidden =>
  new Forbidden(
    'provider_refuses_client',
    'The identity provider rejected the client ID or the client secret of this service.',
  );

/** The provider's response could not be verified; the log has the reason. */
export const identityNotProved = (): Forbidden =>
  new Forbidden('identity_not_proved', 'The response of the identity provider could not be verified.');

export const authTimeMissing = (): Forbidden =>
  new Forbidden(
    'auth_time_missing',
    'The identity provider does not report the time of authentication. Request an emailed code instead.',
  );

export const emailNotFound = (): Forbidden =>
  new Forbidden('email_not_found', 'The identity provider did not return an email address.');

/**
 * Linking requires an address that is verified on both sides; otherwise whoever claimed it first would share the
 * account.
 */
export const accountNotLinked = (): Forbidden =>
  new Forbidden(
    'account_not_linked',
    'An account with your email address already exists. Sign in to it with your usual method.',
  );

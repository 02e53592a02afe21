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
    super('The provider does not answer just now; try again shortly.');
  }
}

export const stateMismatch = (): Forbidden =>
  new Forbidden('state_mismatch', 'This browser has no such sign-in under way: it is unknown, used or too old.');

export const accessDenied = (): Forbidden =>
  new Forbidden('access_denied', 'The provider was told not to let us know.');

export const providerRefused = (): Forbidden => new Forbidden('provider_refused', 'The provider refused the sign-in.');

/** The settings name an id or a secret that the provider does not know us by. */
export const providerRefusesClient = (): Forbidden =>
  new Forbidden(
    'provider_refuses_client',
    'The provider does not accept the client id or the client secret of this service.',
  );

/** The provider's response could not be verified; the log has the reason. */
export const identityNotProved = (): Forbidden =>
  new Forbidden('identity_not_proved', 'What the provider answered does not prove who you are.');

export const authTimeMissing = (): Forbidden =>
  new Forbidden(
    'auth_time_missing',
    'The provider does not say when it asked who is there: have a code mailed instead.',
  );

export const emailNotFound = (): Forbidden =>
  new Forbidden('email_not_found', 'The provider does not say your mail address.');

/**
 * Linking requires an address that is verified on both sides; otherwise whoever claimed it first would share the
 * account.
 */
export const accountNotLinked = (): Forbidden =>
  new Forbidden(
    'account_not_linked',
    'There is an account with your address already; sign in to it as you did before.',
  );

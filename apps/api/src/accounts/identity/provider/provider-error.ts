import type { DomainError } from '#libs/errors';
import {
  accessDenied,
  identityNotProved,
  providerRefused,
  providerRefusesClient,
  ProviderUnavailable,
} from './oidc-errors.js';
import { isOutage, refusesClient } from './oidc-outage.js';

const TRANSIENT_ERRORS = ['server_error', 'temporarily_unavailable'];

/** Refuses where an OpenID provider has sent the browser back with an error. @throws Forbidden, ProviderUnavailable */
export function throwProviderError(error: string | undefined): void {
  if (error === undefined) return;
  if (error === 'access_denied') throw accessDenied();
  throw TRANSIENT_ERRORS.includes(error) ? new ProviderUnavailable() : providerRefused();
}

/** How somebody is refused whose code could not be exchanged for who they are. */
export function exchangeRefusal(error: unknown): DomainError {
  if (isOutage(error)) return new ProviderUnavailable();
  return refusesClient(error) ? providerRefusesClient() : identityNotProved();
}

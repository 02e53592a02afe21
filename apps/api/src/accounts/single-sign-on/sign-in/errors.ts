import { Forbidden } from '#libs/errors';

export const domainUnproved = (): Forbidden =>
  new Forbidden('sso_domain_unproved', 'Your mail address is of no domain that the organization has proved.');

export const addressUnverified = (): Forbidden =>
  new Forbidden('sso_address_unverified', 'The provider says that it has not verified your mail address.');

export const roleMissing = (): Forbidden =>
  new Forbidden('sso_role_missing', 'None of your groups at the provider has a role in the organization.');

/** Whom the provider has switched off, by SCIM. */
export const deactivated = (): Forbidden =>
  new Forbidden('sso_deactivated', 'The provider of the organization has deactivated you.');

/** What is linked to an account must be of whom the account is. */
export const accountNotLinked = (): Forbidden =>
  new Forbidden(
    'account_not_linked',
    'There is an account with your address already: sign in to it as you did before, and link it there.',
  );

/** The provider speaks of another person than the one whose session it is. */
export const otherPerson = (): Forbidden =>
  new Forbidden('sso_other_person', 'The provider says that you are somebody else than who is signed in here.');

import { Forbidden } from '#libs/errors';

export const domainUnproved = (): Forbidden =>
  new Forbidden('sso_domain_unproved', 'Your email address is not at a verified domain of the organization.');

export const addressUnverified = (): Forbidden =>
  new Forbidden('sso_address_unverified', 'The provider reports that your email address is not verified.');

export const roleMissing = (): Forbidden =>
  new Forbidden('sso_role_missing', 'None of your groups at the provider has a role in the organization.');

/** Whom the provider has switched off, by SCIM. */
export const deactivated = (): Forbidden =>
  new Forbidden('sso_deactivated', 'Your account was deactivated by the provider of the organization.');

/** What is linked to an account must be of whom the account is. */
export const accountNotLinked = (): Forbidden =>
  new Forbidden(
    'account_not_linked',
    'An account with your email address already exists. Sign in to it with your usual method, and link the provider there.',
  );

/** The provider speaks of another person than the one whose session it is. */
export const otherPerson = (): Forbidden =>
  new Forbidden('sso_other_person', 'The account at the provider belongs to a different person than this session.');

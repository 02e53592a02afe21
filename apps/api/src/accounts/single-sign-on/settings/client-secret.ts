import type { SecretLocation } from '#libs/secrets';
import { columnOfOrganizations } from '../../../platform/work/secrets-of-organizations.js';
import { KEYS_OF_SECRETS, NEXT_SECRETS, REPLACE_SECRETS } from './sign-in-settings.sql.js';

/** Where the secret is stored by which the service is known to the provider of an organization. */
export const clientSecretLocation = (organizationId: string): SecretLocation => ({
  table: 'organization_sign_in',
  row: organizationId,
  column: 'client_secret',
});

/** The secrets by which the service is known to the providers of organizations. */
export const ENCRYPTED_CLIENT_SECRETS = columnOfOrganizations(
  { name: 'providers of organizations', locationOf: clientSecretLocation },
  NEXT_SECRETS,
  REPLACE_SECRETS,
  KEYS_OF_SECRETS,
);

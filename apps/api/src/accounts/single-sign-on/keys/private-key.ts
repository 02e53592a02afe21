import type { SecretLocation } from '#libs/secrets';
import { columnOfOrganizations } from '../../../platform/work/secrets-of-organizations.js';
import { KEYS_OF_SECRETS, NEXT_SECRETS, REPLACE_SECRETS } from './sign-in-keys.sql.js';

/** Where the private key is stored of a key for the provider of an organization. */
export const privateKeyLocation = (id: string): SecretLocation => ({
  table: 'sign_in_keys',
  row: id,
  column: 'private_key',
});

/** The private keys for the providers of organizations. */
export const ENCRYPTED_PRIVATE_KEYS = columnOfOrganizations(
  { name: 'keys for providers of organizations', locationOf: privateKeyLocation },
  NEXT_SECRETS,
  REPLACE_SECRETS,
  KEYS_OF_SECRETS,
);

import type { SecretLocation } from '#libs/secrets';
import { columnOfOrganizations } from '../../../platform/work/secrets-of-organizations.js';
import { KEYS_OF_VALUES, NEXT_VALUES, REPLACE_VALUES } from './secrets.sql.js';

/** Where the value of a secret is stored; bound to its id. */
export const valueLocation = (id: string): SecretLocation => ({ table: 'monitor_secrets', row: id, column: 'value' });

/** The values of secrets that steps of monitors fill in. */
export const ENCRYPTED_VALUES = columnOfOrganizations(
  { name: 'secrets of monitors', locationOf: valueLocation },
  NEXT_VALUES,
  REPLACE_VALUES,
  KEYS_OF_VALUES,
);

import type { SecretLocation } from '#libs/secrets';
import { columnOfOrganizations } from '../../../platform/work/secrets-of-organizations.js';
import { KEYS_OF_TOKENS, NEXT_TOKENS, REPLACE_TOKENS } from './publishing.sql.js';

/** Where the secret of the public addresses of a report is stored; bound to its id. */
export const tokenLocation = (reportId: string): SecretLocation => ({
  table: 'conformance_reports',
  row: reportId,
  column: 'public_token',
});

/** The secrets of public addresses. */
export const ENCRYPTED_TOKENS = columnOfOrganizations(
  { name: 'public addresses of reports', locationOf: tokenLocation },
  NEXT_TOKENS,
  REPLACE_TOKENS,
  KEYS_OF_TOKENS,
);

import { query } from '#libs/database';
import type { EncryptedColumn, SecretLocation } from '#libs/secrets';
import { ALL_TOKENS, type PublicToken, REPLACE_TOKEN } from './publishing.sql.js';

/** Where the secret of the public addresses of a report is stored; bound to its id. */
export const tokenLocation = (reportId: string): SecretLocation => ({
  table: 'conformance_reports',
  row: reportId,
  column: 'public_token',
});

/** The secrets of public addresses. */
export const ENCRYPTED_TOKENS: EncryptedColumn<PublicToken> = {
  locationOf: tokenLocation,
  all: (queries) => query(queries, ALL_TOKENS, []),
  replace: (queries, { organizationId, row, stored }, encrypted) =>
    query(queries, REPLACE_TOKEN, [organizationId, row, stored, encrypted]),
};

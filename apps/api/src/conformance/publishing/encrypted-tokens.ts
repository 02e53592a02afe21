import type { EncryptedColumn, SecretLocation } from '#libs/secrets';

/** Where the secret of the public addresses of a report is stored; bound to its id. */
export const tokenLocation = (reportId: string): SecretLocation => ({
  table: 'conformance_reports',
  row: reportId,
  column: 'public_token',
});

/** The secret of a report; `row` is its id. */
interface PublicToken {
  organizationId: string;
  row: string;
  stored: string;
}

/** The secrets of public addresses. */
export const ENCRYPTED_TOKENS: EncryptedColumn<PublicToken> = {
  locationOf: tokenLocation,
  all: (queries) =>
    queries.query(
      '/* all organizations: encrypt_stored_secrets */ SELECT organization_id AS "organizationId", id AS row, public_token AS stored FROM conformance_reports WHERE public_token IS NOT NULL',
    ),
  replace: (queries, { organizationId, row, stored }, encrypted) =>
    queries.query(
      'UPDATE conformance_reports SET public_token = $4 WHERE organization_id = $1 AND id = $2 AND public_token = $3',
      [organizationId, row, stored, encrypted],
    ),
};

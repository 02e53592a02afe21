import type { EncryptedColumn } from '#libs/secrets';
import { githubSecretLocation } from './github-secrets.service.js';
import { secretLocation } from './signing-secrets.js';

/** The secret of a webhook; `row` is its id. */
interface WebhookSecret {
  organizationId: string;
  row: string;
  stored: string;
}

const CURRENT: EncryptedColumn<WebhookSecret> = {
  locationOf: (id) => secretLocation(id, 'secret'),
  all: (queries) =>
    queries.query(
      '/* all organizations: encrypt_stored_secrets */ SELECT organization_id AS "organizationId", id AS row, secret AS stored FROM webhooks WHERE secret IS NOT NULL',
    ),
  replace: (queries, { organizationId, row, stored }, encrypted) =>
    queries.query('UPDATE webhooks SET secret = $4 WHERE organization_id = $1 AND id = $2 AND secret = $3', [
      organizationId,
      row,
      stored,
      encrypted,
    ]),
};

const PREVIOUS: EncryptedColumn<WebhookSecret> = {
  locationOf: (id) => secretLocation(id, 'previous_secret'),
  all: (queries) =>
    queries.query(
      '/* all organizations: encrypt_stored_secrets */ SELECT organization_id AS "organizationId", id AS row, previous_secret AS stored FROM webhooks WHERE previous_secret IS NOT NULL',
    ),
  replace: (queries, { organizationId, row, stored }, encrypted) =>
    queries.query(
      'UPDATE webhooks SET previous_secret = $4 WHERE organization_id = $1 AND id = $2 AND previous_secret = $3',
      [organizationId, row, stored, encrypted],
    ),
};

const GITHUB: EncryptedColumn = {
  locationOf: githubSecretLocation,
  all: (queries) =>
    queries.query(
      '/* all organizations: encrypt_stored_secrets */ SELECT organization_id AS row, secret AS stored FROM github_secrets WHERE secret IS NOT NULL',
    ),
  replace: (queries, { row, stored }, encrypted) =>
    queries.query('UPDATE github_secrets SET secret = $3 WHERE organization_id = $1 AND secret = $2', [
      row,
      stored,
      encrypted,
    ]),
};

/** The current and previous secrets of webhooks, and the secrets of GitHub webhooks. */
export const ENCRYPTED_WEBHOOK_SECRETS: readonly EncryptedColumn[] = [CURRENT, PREVIOUS, GITHUB];

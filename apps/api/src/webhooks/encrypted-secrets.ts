import type { EncryptedColumn } from '#libs/secrets';
import { githubSecretLocation } from './github-secrets.service.js';
import { secretLocation } from './signing-secrets.js';

/** The current and previous secrets of webhooks, and the secrets of GitHub webhooks. */
export const ENCRYPTED_WEBHOOK_SECRETS: readonly EncryptedColumn[] = [
  {
    locationOf: (id) => secretLocation(id, 'secret'),
    all: (queries) => queries.query('SELECT id AS row, secret AS stored FROM webhooks WHERE secret IS NOT NULL'),
    replace: (queries, ...values) =>
      queries.query('UPDATE webhooks SET secret = $3 WHERE id = $1 AND secret = $2', values),
  },
  {
    locationOf: (id) => secretLocation(id, 'previous_secret'),
    all: (queries) =>
      queries.query('SELECT id AS row, previous_secret AS stored FROM webhooks WHERE previous_secret IS NOT NULL'),
    replace: (queries, ...values) =>
      queries.query('UPDATE webhooks SET previous_secret = $3 WHERE id = $1 AND previous_secret = $2', values),
  },
  {
    locationOf: githubSecretLocation,
    all: (queries) =>
      queries.query('SELECT organization_id AS row, secret AS stored FROM github_secrets WHERE secret IS NOT NULL'),
    replace: (queries, ...values) =>
      queries.query('UPDATE github_secrets SET secret = $3 WHERE organization_id = $1 AND secret = $2', values),
  },
];

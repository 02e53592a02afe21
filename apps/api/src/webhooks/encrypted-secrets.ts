import { query } from '#libs/database';
import type { EncryptedColumn } from '#libs/secrets';
import { githubSecretLocation } from './github-secrets.service.js';
import { secretLocation } from './signing-secrets.js';
import {
  ALL_GITHUB_SECRETS,
  ALL_PREVIOUS_SECRETS,
  ALL_SECRETS,
  REPLACE_GITHUB_SECRET,
  REPLACE_PREVIOUS_SECRET,
  REPLACE_SECRET,
  type WebhookSecret,
} from './webhooks.sql.js';

const CURRENT: EncryptedColumn<WebhookSecret> = {
  locationOf: (id) => secretLocation(id, 'secret'),
  all: (queries) => query(queries, ALL_SECRETS, []),
  replace: (queries, { organizationId, row, stored }, encrypted) =>
    query(queries, REPLACE_SECRET, [organizationId, row, stored, encrypted]),
};

const PREVIOUS: EncryptedColumn<WebhookSecret> = {
  locationOf: (id) => secretLocation(id, 'previous_secret'),
  all: (queries) => query(queries, ALL_PREVIOUS_SECRETS, []),
  replace: (queries, { organizationId, row, stored }, encrypted) =>
    query(queries, REPLACE_PREVIOUS_SECRET, [organizationId, row, stored, encrypted]),
};

const GITHUB: EncryptedColumn = {
  locationOf: githubSecretLocation,
  all: (queries) => query(queries, ALL_GITHUB_SECRETS, []),
  replace: (queries, { row, stored }, encrypted) => query(queries, REPLACE_GITHUB_SECRET, [row, stored, encrypted]),
};

/** The current and previous secrets of webhooks, and the secrets of GitHub webhooks. */
export const ENCRYPTED_WEBHOOK_SECRETS: readonly EncryptedColumn[] = [CURRENT, PREVIOUS, GITHUB];

import { execute, query } from '#libs/database';
import type { EncryptedColumn } from '#libs/secrets';
import { columnOfOrganizations } from '../../platform/work/secrets-of-organizations.js';
import { githubSecretLocation } from './github-secrets.service.js';
import { secretLocation } from './signing-secrets.js';
import {
  KEYS_OF_GITHUB_SECRETS,
  KEYS_OF_SECRETS,
  NEXT_GITHUB_SECRETS,
  NEXT_SECRETS,
  REPLACE_GITHUB_SECRETS,
  REPLACE_SECRETS,
} from './webhooks.sql.js';

const encrypted = (name: string, column: 'secret' | 'previous_secret' | 'address') =>
  columnOfOrganizations(
    { name, locationOf: (id) => secretLocation(id, column) },
    NEXT_SECRETS({ column }),
    REPLACE_SECRETS({ column }),
    KEYS_OF_SECRETS({ column }),
  ) as EncryptedColumn;

const GITHUB: EncryptedColumn = {
  name: 'webhooks of GitHub',
  locationOf: githubSecretLocation,
  next: (queries, after, prefix, count) => query(queries, NEXT_GITHUB_SECRETS, [after?.row ?? null, prefix, count]),
  replace: (queries, found, encrypted) =>
    execute(queries, REPLACE_GITHUB_SECRETS, [
      found.map(({ row }) => row),
      found.map(({ stored }) => stored),
      encrypted,
    ]),
  keys: (queries) => query(queries, KEYS_OF_GITHUB_SECRETS, []),
};

/** The current and previous secrets of webhooks, the addresses of chats, and the secrets of GitHub webhooks. */
export const ENCRYPTED_WEBHOOK_SECRETS: readonly EncryptedColumn[] = [
  encrypted('webhooks', 'secret'),
  encrypted('former secrets of webhooks', 'previous_secret'),
  encrypted('addresses of chats', 'address'),
  GITHUB,
];

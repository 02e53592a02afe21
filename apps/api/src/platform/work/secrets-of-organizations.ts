import { execute, query, type Sql, type Uuid } from '#libs/database';
import type { EncryptedColumn } from '#libs/secrets';

/** A stored secret of an organization; `row` is the id of its record. */
export interface SecretOfOrganization {
  organizationId: Uuid;
  row: Uuid;
  stored: string;
}

/** The next secrets of all organizations. */
export type NextSecrets = [organizationId: Uuid | null, after: Uuid | null, prefix: string, count: number];

/** What replaces secrets of several organizations. */
export type ReplacedSecrets = [
  organizationIds: readonly Uuid[],
  ids: readonly Uuid[],
  stored: readonly string[],
  encrypted: readonly string[],
];

/** How many secrets a key has sealed. */
export interface KeyCount {
  keyId: string | null;
  count: number;
}

/** An encrypted column of a table of organizations, by its three statements. */
export const columnOfOrganizations = (
  { name, locationOf }: Pick<EncryptedColumn, 'name' | 'locationOf'>,
  next: Sql<NextSecrets, SecretOfOrganization>,
  replace: Sql<ReplacedSecrets, unknown>,
  keys: Sql<[], KeyCount>,
): EncryptedColumn<SecretOfOrganization> => ({
  name,
  locationOf,
  next: (queries, after, prefix, count) =>
    query(queries, next, [after?.organizationId ?? null, after?.row ?? null, prefix, count]),
  replace: (queries, found, encrypted) =>
    execute(queries, replace, [
      found.map(({ organizationId }) => organizationId),
      found.map(({ row }) => row),
      found.map(({ stored }) => stored),
      encrypted,
    ]),
  keys: (queries) => query(queries, keys, []),
});

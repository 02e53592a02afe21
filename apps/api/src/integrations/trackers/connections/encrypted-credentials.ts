import type { EncryptedColumn } from '#libs/secrets';
import { columnOfOrganizations } from '../../../platform/work/secrets-of-organizations.js';
import { KEYS_OF_SECRETS, NEXT_SECRETS, REPLACE_SECRETS } from './connections.sql.js';

type Column = 'credentials' | 'webhook_secret';

/** Where a secret of a connection is stored. */
export const secretOfConnection = (id: string, column: Column) => ({ table: 'tracker_connections', row: id, column });

const encrypted = (name: string, column: Column) =>
  columnOfOrganizations(
    { name, locationOf: (id) => secretOfConnection(id, column) },
    NEXT_SECRETS({ column }),
    REPLACE_SECRETS({ column }),
    KEYS_OF_SECRETS({ column }),
  );

/** What trackers are asked with, and what they prove their deliveries by. */
export const ENCRYPTED_TRACKER_SECRETS = [
  encrypted('credentials of trackers', 'credentials'),
  encrypted('webhooks of trackers', 'webhook_secret'),
] as readonly unknown[] as readonly EncryptedColumn[];

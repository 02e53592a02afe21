import { sql, type Uuid } from '#libs/database';

export const ORGANIZATION_IDS = sql<[], { id: Uuid }>('SELECT id FROM organizations ORDER BY id');

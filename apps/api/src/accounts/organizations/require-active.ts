import { query } from '#libs/database';
import { Forbidden } from '#libs/errors';
import type { EntityManager } from 'typeorm';
import { REFUSALS } from '../../platform/http/refusal.js';
import { IS_SUSPENDED } from './organizations.sql.js';

/**
 * For callers that are no members. @throws Forbidden `organization_suspended` where an operator has suspended the
 * organization
 */
export async function requireActive(tx: EntityManager, organizationId: string): Promise<void> {
  const [row] = await query(tx, IS_SUSPENDED, [organizationId]);
  if (row?.isSuspended) throw new Forbidden('organization_suspended', REFUSALS['organization_suspended']!);
}

import { query } from '#libs/database';
import type { DataSource, EntityManager } from 'typeorm';
import type { Organization } from './organization.entity.js';
import { LEGAL_DISCLAIMER } from './organizations.sql.js';

/** An organization with what its conformance reports end with. */
export async function withLegalDisclaimer(
  tx: DataSource | EntityManager,
  organization: Organization,
): Promise<Organization> {
  const [row] = await query(tx, LEGAL_DISCLAIMER, [organization.id]);
  return { ...organization, legalDisclaimer: row?.legalDisclaimer ?? null };
}

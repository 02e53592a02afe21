import { NotFound } from '#libs/errors';
import type { EntityManager } from 'typeorm';
import type { Organization } from '../organizations/organization.entity.js';
import { standardReadOnly } from './errors.js';
import { Standard } from './standard.entity.js';

/**
 * The organization's own standard with this slug, locked: changes of one standard wait for each other, and for those who
 * choose it. The organization comes first, as where its settings choose one.
 */
export async function lockEditable(tx: EntityManager, organization: Organization, slug: string): Promise<Standard> {
  await tx.query('SELECT 1 FROM organizations WHERE id = $1 FOR KEY SHARE', [organization.id]);
  const standard = await tx.findOne(Standard, {
    where: { organizationId: organization.id, slug },
    lock: { mode: 'pessimistic_write' },
  });
  if (standard) return standard;
  if (await tx.existsBy(Standard, { source: 'built_in', slug })) throw standardReadOnly();
  throw new NotFound('standard');
}

/** The products that answer to a standard: by their own choice, or by their organization's where they made none. */
export async function productsUnder(
  tx: EntityManager,
  organization: Organization,
  standardId: string,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }[]>(
    `SELECT p.id FROM products p JOIN organizations o ON o.id = p.organization_id
     WHERE p.organization_id = $1 AND coalesce(p.standard_id, o.standard_id) = $2 ORDER BY p.id`,
    [organization.id, standardId],
  );
  return rows.map(({ id }) => id);
}

/** How many groups and requirements a standard has. Call with the standard locked. */
export async function countEntries(tx: EntityManager, standardId: string): Promise<number> {
  const [{ entries }] = await tx.query<[{ entries: number }]>(
    `SELECT ((SELECT count(*) FROM requirement_groups WHERE standard_id = $1)
       + (SELECT count(*) FROM requirements WHERE standard_id = $1))::int AS entries`,
    [standardId],
  );
  return entries;
}

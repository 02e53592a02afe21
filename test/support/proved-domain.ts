import { randomUUID } from 'node:crypto';
import type { Service } from './service.js';
import type { World } from './world.js';

/** A domain that the organization of a world has proved, of nobody else. */
export async function provedDomain(service: Service, { organization }: Pick<World, 'organization'>): Promise<string> {
  const domain = `${randomUUID()}.example`;
  await service.database.query(
    `INSERT INTO sign_in_domains (id, organization_id, domain, token, verified_at, verified_by)
     VALUES (gen_random_uuid(), $1, $2, 't', now(), 'dns')`,
    [organization.id, domain],
  );
  return domain;
}

import { onConnection } from './on-connection.js';
import type { useService } from './service.js';
import type { World } from './world.js';

type Service = ReturnType<typeof useService>;

/** The request for a list of a product, by a member of the world. */
export const searchOf =
  (service: Service) =>
  (w: World, kind: string, q: string, query: object = {}) =>
    service
      .as(w.member.token)
      .get(`${w.product.url}/${kind}`)
      .query({ q, ...query });

/** Runs `work` while a product has so many more issues with these texts. The product's counters do not include them. */
export async function withManyIssues(
  service: Service,
  w: World,
  [count, title, description]: [count: number, title: string, description: string],
  work: () => Promise<void>,
): Promise<void> {
  await insertIssues(service, w, count, title, description);
  // Nothing refers to these issues. Checking that takes long.
  const remove = 'SET session_replication_role = replica; DELETE FROM issues WHERE number > 1000';
  try {
    await work();
  } finally {
    await onConnection(service.databaseUrl, (client) => client.query(remove));
  }
}

const insertIssues = (service: Service, w: World, count: number, title: string, description: string) =>
  service.database.query(
    `INSERT INTO issues (organization_id, id, product_id, number, title, description, source, wcag, requirement_set)
     SELECT $1, gen_random_uuid(), $2, 1000 + n, $3 || n, $4, 'internal', '{}', sha256('') FROM generate_series(1, $5::int) n`,
    [w.organization.id, w.product.id, title, description, count],
  );

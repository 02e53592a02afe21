import { EventsOfAccounts1760000000077 } from '../../apps/api/src/migrations/1760000000077-events-of-accounts.js';
import { asTest } from '../support/organization-check.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService();
const rows = (sql: string, parameters: unknown[] = []) => service.database.query(sql, parameters);

test('the upgrade leaves everybody the events and the export that they had, and finds former members in the records', async () => {
  const w = await world(service);
  const gone = await world(service);
  await service.as(w.admin.token).post(`${w.product.url}/issues`).send({ title: 'Mine' });
  for (const { organization, admin, owner } of [w, gone]) {
    const keys = `${organization.url}/api-keys`;
    const made = await service
      .as(admin.token)
      .post(keys)
      .send({ name: 'CI', scopes: ['read'] });
    await service.as(owner.token).delete(`${keys}/${made.body.apiKey.id}`);
  }
  const auth = (token: string, path: string, body: object) =>
    service.as(token).post(`/api/auth/organization/${path}`).send(body);
  const removal = { memberId: w.admin.memberId, organizationId: w.organization.id };
  expect((await auth(w.owner.token, 'remove-member', removal)).status).toBe(200);
  expect((await auth(gone.owner.token, 'delete', { organizationId: gone.organization.id })).status).toBe(200);
  const people = [w.admin, w.owner, gone.admin, gone.owner];
  const shown = () =>
    Promise.all(
      people.map(async ({ token }) => {
        const { events } = (await service.as(token).get('/v1/me/events?pageSize=100')).body;
        const { exportedAt: _, ...told } = (await service.as(token).get('/v1/me/export')).body;
        return { events, told };
      }),
    );
  const before = await shown();
  const [{ all }] = await rows(
    `SELECT count(*)::int AS all FROM (SELECT id FROM events UNION SELECT id FROM account_events) AS e`,
  );
  const migration = new EventsOfAccounts1760000000077();
  const runner = service.database.createQueryRunner();
  try {
    await asTest(() => migration.down(runner));
    expect(await rows('SELECT count(*)::int AS all FROM events')).toEqual([{ all }]);
    await asTest(() => migration.up(runner));
  } finally {
    await runner.release();
  }
  expect(await shown()).toEqual(before);
  expect(before.map(({ told }) => told.events.length > 0)).toEqual([true, true, true, true]);
  expect(await rows('SELECT organization_id AS id FROM former_members WHERE user_id = $1', [w.admin.id])).toEqual([
    { id: w.organization.id },
  ]);
});

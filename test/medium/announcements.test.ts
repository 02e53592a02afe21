import { UnitOfWork } from '../../apps/api/src/platform/work/unit-of-work.service.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService({ WEBHOOKS_ALLOW_PRIVATE: 'true' });

/** The jobs that wait to announce events of an organization: what each says. */
async function announcements({ organization }: World): Promise<object[]> {
  const rows = await service.database.query(
    `SELECT j.payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
     WHERE q.queue_name = $1 ORDER BY j.id`,
    [`announce:${organization.id}`],
  );
  return rows.map(({ payload }: { payload: object }) => payload);
}

const eventIds = async ({ organization }: World): Promise<string[]> =>
  (await service.database.query('SELECT id FROM events WHERE organization_id = $1 ORDER BY id', [organization.id])).map(
    ({ id }: { id: string }) => id,
  );

const subscribe = async (w: World): Promise<string> =>
  (
    await service
      .as(w.admin.token)
      .post(`${w.organization.url}/webhooks`)
      .send({ url: 'http://127.0.0.1:9/' })
      .expect(201)
  ).body.webhook.id;

const report = (w: World, query = '') =>
  service
    .as(w.keys.ingest)
    .post(`/api/ingest/test-activity${query}`)
    .send({ productRef: w.product.slug, type: 'automated_scan', tool: 'axe', findings: [] });

test('every event of an organization that has an enabled webhook is announced, and none of others', async () => {
  const [w, other] = [await world(service), await world(service)];
  await report(w).expect(201);
  expect(await announcements(w)).toEqual([]);
  const before = await eventIds(w);
  const id = await subscribe(w);
  await report(w).expect(201);
  await report(other).expect(201);
  const since = (await eventIds(w)).filter((event) => !before.includes(event));
  expect(since).toHaveLength(2);
  expect(await announcements(w)).toEqual(
    since.map((event) => ({ organizationId: w.organization.id, eventIds: [event], listeners: [{ id, types: [] }] })),
  );
  expect(await announcements(other)).toEqual([]);
  await service.as(w.admin.token).patch(`${w.organization.url}/webhooks/${id}`).send({ enabled: false }).expect(200);
  await report(w).expect(201);
  expect(await announcements(w)).toHaveLength(2);
});

test('the events of one unit are announced together, to each organization its own', async () => {
  const [w, other, without] = [await world(service), await world(service), await world(service)];
  const [id, otherId] = [await subscribe(w), await subscribe(other)];
  const draft = (of: World) =>
    ({ organizationId: of.organization.id, type: 'issue.created', subject: { title: 'An issue' } }) as const;
  const before = [await announcements(w), await announcements(other)];
  await service.app
    .get(UnitOfWork)
    .run(async (change) => change.record(draft(w), draft(other), draft(w), draft(without), draft(w)));
  const [ours, theirs] = [
    (await announcements(w)).slice(before[0]!.length),
    (await announcements(other)).slice(before[1]!.length),
  ];
  expect(ours).toEqual([
    { organizationId: w.organization.id, eventIds: (await eventIds(w)).slice(-3), listeners: [{ id, types: [] }] },
  ]);
  expect(theirs).toEqual([
    {
      organizationId: other.organization.id,
      eventIds: (await eventIds(other)).slice(-1),
      listeners: [{ id: otherId, types: [] }],
    },
  ]);
  expect(await announcements(without)).toEqual([]);
});

test('a change that is taken back announces nothing', async () => {
  const w = await world(service);
  await subscribe(w);
  const before = await announcements(w);
  await report(w, '?dryRun=true').expect(200);
  expect(await announcements(w)).toEqual(before);
});

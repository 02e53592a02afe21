import { query } from '#libs/database';
import { NIL_ID } from '#libs/ids';
import { FEED } from '../../apps/api/src/reporting/feeds/feeds.sql.js';
import { daysAgo } from '../support/moments.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService({ LOG_LEVEL: 'silent' });

/** Days before the present: several at once, so that ties are among them. */
const ACTIVITIES = [0, 0.1, 1, 3, 3, 3, 3, 3, 3, 3, 8, 8.5, 9, 29, 30, 31, 70, 71, 300, 301];
const AUDITS = [2, 3, 15, 16, 30, 30, 100, 400];
const PAGE_SIZE = 4;

test('the pages of a feed, put together, are all of its entries, each once and the newest first', async () => {
  const w = await world(service);
  const admin = service.as(w.admin.token);
  const products = [w.product, await w.newProduct('Other')];
  const ago = (days: number) => daysAgo(days).toISOString();
  for (const [index, days] of ACTIVITIES.entries())
    await admin
      .post(`${products[index % 2]!.url}/test-activity`)
      .send({ type: 'manual_test', completedAt: ago(days) })
      .expect(201);
  for (const [index, days] of AUDITS.entries()) {
    const { url } = products[index % 2]!;
    const { body } = await admin.post(`${url}/audits`).send({ type: 're_audit' }).expect(201);
    const when = { status: 'completed', startedAt: ago(days), completedAt: ago(days) };
    await admin.patch(`${url}/audits/${body.audit.number}`).send(when).expect(200);
  }
  await admin.delete(`${products[1]!.url}/test-activity/2`).expect(204);
  const [{ id }] = await service.database.query('SELECT id FROM products WHERE organization_id = $1 AND slug = $2', [
    w.organization.id,
    w.product.slug,
  ]);

  const entries = async (product: string | null, withAudits: boolean, pageSize: number, offset: number) => {
    const [feed] = await query(service.database, FEED({ counted: true }), [
      w.organization.id,
      product,
      null,
      true,
      null,
      false,
      true,
      withAudits,
      pageSize,
      offset,
      'infinity',
      NIL_ID,
    ]);
    return feed!.entries;
  };
  const compare = async (product: string | null, withAudits: boolean, expected: number) => {
    const all = await entries(product, withAudits, 100, 0);
    expect(all).toHaveLength(expected);
    expect(all.map(({ occurredAt }) => Date.parse(String(occurredAt)))).toEqual(
      all.map(({ occurredAt }) => Date.parse(String(occurredAt))).sort((a, b) => b - a),
    );
    for (let offset = 0; offset <= all.length; offset += 1)
      expect(await entries(product, withAudits, PAGE_SIZE, offset)).toEqual(all.slice(offset, offset + PAGE_SIZE));
  };
  await compare(null, true, 27);
  await compare(null, false, 19);
  await compare(id, true, 14);
  await admin.post(`${products[1]!.url}/archive`).expect(200);
  await compare(null, true, 14);
}, 60_000);

import { DueMonitors } from '../../apps/api/src/integrations/monitors/runs/due-monitors.service.js';
import { makeOperatorAgent } from '../../apps/api/src/integrations/monitors/agents/operator-agents.js';
import { agentOf, agentWith, type TestAgent } from '../support/agent.js';
import { isFull, printFigures } from '../support/figures.js';
import { useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

jest.setTimeout(900_000);

const PAGES = isFull ? 100_000 : 10_000;
const FEW_PAGES = 100;
const MONITORS = isFull ? 10_000 : 1_000;
const ORGANIZATIONS = 4;
/** How many times slower much may be than little: what a machine has to do besides is in both. */
const MOST_TIMES = 10;
const SAMPLES = 15;
const CLAIMS = 50;

const service = useService({ RATE_LIMIT_PER_MINUTE: '0' });

async function milliseconds(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

async function median(samples: number, act: () => Promise<unknown>): Promise<number> {
  const all: number[] = [];
  for (let n = 0; n < samples; n += 1) all.push(await milliseconds(act));
  return all.sort((a, b) => a - b)[Math.floor(samples / 2)]!;
}

/** Gives the product of a world so many pages, of a hundred templates; on one in ten something was found. */
async function fillInventory(w: World, pages: number): Promise<void> {
  await service.database.query(
    `INSERT INTO inventory_pages (organization_id, id, product_id, url, address_key, title, kind, state, origin, first_seen_at, looked_at,
       template, finding_count)
     SELECT $1, gen_random_uuid(), $2, 'https://shop.example/' || md5(n::text), md5(n::text)::uuid, 'Page ' || n,
       CASE WHEN n % 20 = 0 THEN 'document' ELSE 'page' END, CASE WHEN n % 50 = 0 THEN 'gone' ELSE 'active' END, 'crawl',
       now() - n * interval '1 second', now() - n * interval '1 second', 'template ' || n % 100, CASE WHEN n % 10 = 0 THEN n % 7 ELSE 0 END
     FROM generate_series(1, $3::int) n`,
    [w.organization.id, w.product.id, pages],
  );
  await service.database.query(
    `INSERT INTO record_totals (organization_id, product_id, kind, value) VALUES ($1, $2, 'pages', $3)`,
    [w.organization.id, w.product.id, pages],
  );
}

/** Gives the product of a world so many monitors, all of which are due. */
async function makeDue(w: World, monitors: number): Promise<void> {
  const schedule = { rrule: 'FREQ=DAILY', timeZone: 'UTC', start: '2026-01-01T00:00:00' };
  const body = { name: 'Shop', source: { list: ['https://shop.example/'] }, schedule };
  await service.as(w.admin.token).post(`${w.product.url}/monitors`).send(body).expect(201);
  await service.database.query(
    `INSERT INTO monitors
     SELECT (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(), 'number', 1000 + n))).*
     FROM monitors m, generate_series(2, $2::int) n WHERE m.organization_id = $1`,
    [w.organization.id, monitors],
  );
  await service.database.query(`UPDATE monitors SET next_at = now() - interval '1 second' WHERE organization_id = $1`, [
    w.organization.id,
  ]);
}

const runsOf = async (w: World): Promise<{ runs: number; monitors: number }> =>
  (
    (await service.database.query(
      `SELECT count(*)::int AS runs, count(DISTINCT monitor_id)::int AS monitors FROM monitor_runs WHERE organization_id = $1`,
      [w.organization.id],
    )) as { runs: number; monitors: number }[]
  )[0]!;

test(`an inventory of ${PAGES} pages is read as one of ${FEW_PAGES}`, async () => {
  const [many, few] = [await world(service), await world(service)];
  await fillInventory(many, PAGES);
  await fillInventory(few, FEW_PAGES);
  await service.database.query('VACUUM ANALYZE inventory_pages');
  const reads = {
    'the first page of the list': '/pages',
    'the list by findings': '/pages?sortField=findingCount',
    'the list by address': '/pages?sortField=url',
    'a search': '/pages?q=Page 17',
    'the pages that are gone': '/pages?state=gone',
  };
  const measured: Record<string, string> = {};
  const slow: string[] = [];
  const read = (w: World, path: string) => () =>
    service
      .as(w.member.token)
      .get(encodeURI(`${w.product.url}${path}`))
      .expect(200);
  for (const [name, path] of Object.entries(reads)) {
    const [ofFew, ofMany] = [await median(SAMPLES, read(few, path)), await median(SAMPLES, read(many, path))];
    measured[`${name}, ms`] = `${ofMany.toFixed(1)} (of ${FEW_PAGES}: ${ofFew.toFixed(1)})`;
    if (ofMany > MOST_TIMES * ofFew) slow.push(`${name}: ${measured[`${name}, ms`]}`);
  }
  // It counts pages, so it grows with them.
  measured['insights by area and template, ms'] = (await median(SAMPLES, read(many, '/insights/pages'))).toFixed(1);
  printFigures(`an inventory of ${PAGES} pages`, measured);
  expect(slow).toEqual([]);
});

test(`of ${MONITORS} monitors that are due in one minute one job begins each run once, and claims stay as quick as with few`, async () => {
  const due = service.app.get(DueMonitors);
  const own = await world(service);
  const others: World[] = [];
  for (let n = 0; n < ORGANIZATIONS - 1; n += 1) others.push(await world(service));
  const operators = agentWith(service, 'Everybody', await makeOperatorAgent(service.database.manager, 'Everybody', []));
  const agents = { 'of the operator': operators, 'of an organization': await agentOf(service, own) };
  const claims = async (agent: TestAgent, samples: number): Promise<number> =>
    median(samples, async () => expect(await agent.claim()).toBeDefined());

  const few = { 'of the operator': await world(service), 'of an organization': own };
  const quick: Record<string, number> = {};
  for (const [name, w] of Object.entries(few)) {
    await makeDue(w, SAMPLES);
    await due.beginDue();
    quick[name] = await claims(agents[name as keyof typeof agents], SAMPLES);
  }
  await service.database.query('DELETE FROM agent_queue');
  await service.database.query('DELETE FROM monitors WHERE organization_id = $1', [own.organization.id]);

  for (const w of [own, ...others]) await makeDue(w, MONITORS / ORGANIZATIONS);
  const began = await milliseconds(() => due.beginDue());
  const each = { runs: MONITORS / ORGANIZATIONS, monitors: MONITORS / ORGANIZATIONS };
  for (const w of [own, ...others]) expect(await runsOf(w)).toEqual(each);
  await due.beginDue();
  for (const w of [own, ...others]) expect(await runsOf(w)).toEqual(each);
  const measured: Record<string, string> = { 'the job, ms': began.toFixed(0) };
  const slow: string[] = [];
  for (const [name, agent] of Object.entries(agents)) {
    const ms = await claims(agent, CLAIMS);
    measured[`a claim of an agent ${name}, ms`] = `${ms.toFixed(1)} (of ${SAMPLES}: ${quick[name]!.toFixed(1)})`;
    if (ms > MOST_TIMES * quick[name]!) slow.push(`${name}: ${measured[`a claim of an agent ${name}, ms`]}`);
  }
  printFigures(`${MONITORS} monitors due in one minute`, measured);
  // Else the job of the next minute would find it still at work.
  expect(began).toBeLessThan(60_000);
  expect(slow).toEqual([]);
});

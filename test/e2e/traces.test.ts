import { asRequest, createLogger } from '#libs/logging';
import { beginTrace, startTracing, tracedJob } from '#libs/telemetry';
import { DataSource } from 'typeorm';
import { TestCollector } from '../support/collector.js';
import { eventually } from '../support/eventually.js';
import { nowMs } from '../support/moments.js';
import { TestReceiver } from '../support/receiver.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const [SERVER, CLIENT, CONSUMER] = [2, 3, 5];
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';
const MORE_THAN_A_BATCH = 600;

const service = useService({ WORKER: 'inline', WEBHOOKS_ALLOW_PRIVATE: 'true' });

let collector: TestCollector;
beforeAll(async () => void (collector = await TestCollector.start()));
afterAll(() => collector.stop());

/** Traces what `work` does, until all of it has reached the collector. */
async function traced<T>(work: () => Promise<T>, ratio = 1): Promise<{ result: T; lines: string[] }> {
  const lines: string[] = [];
  collector.forget();
  const stop = await startTracing(
    { endpoint: collector.endpoint, serviceName: 'curbcut', sampling: { trustsCallers: false, ratio } },
    createLogger('info', { write: (line) => void lines.push(line) }),
  );
  try {
    return { result: await work(), lines };
  } finally {
    await stop();
  }
}

test('a request and its statements arrive, with its id, its route and its place in the trace of the caller', async () => {
  const w = await world(service);
  const begun = nowMs();
  const { result } = await traced(() =>
    service
      .as(w.member.token)
      .get(`${w.product.url}/issues?search=private-words`)
      .set('traceparent', `00-${TRACE}-${CALLER}-01`),
  );
  const ofRequest = { 'curbcut.request.id': result.headers['x-request-id'] };
  const route = '/v1/organizations/:orgId/products/:productSlug/issues';
  const server = collector.spans.find(({ kind }) => kind === SERVER)!;
  expect(server).toMatchObject({ traceId: TRACE, parentSpanId: CALLER, name: `GET ${route}`, status: { code: 0 } });
  expect(server.attributes).toEqual({
    ...ofRequest,
    'http.request.method': 'GET',
    'http.response.status_code': 200,
    'http.route': route,
    'url.path': route,
    'url.scheme': 'http',
  });
  const [from, to] = [server.startTimeUnixNano, server.endTimeUnixNano].map((moment) => Number(moment) / 1e6);
  expect(from).toBeGreaterThanOrEqual(begun);
  expect(to).toBeGreaterThan(from!);
  expect(to).toBeLessThanOrEqual(nowMs() + 1);
  const statements = collector.spans.filter(({ kind }) => kind === CLIENT);
  expect(statements.length).toBeGreaterThan(1);
  for (const { traceId, parentSpanId, attributes } of statements)
    expect({ traceId, parentSpanId, attributes }).toMatchObject({
      traceId: TRACE,
      parentSpanId: server.spanId,
      attributes: { ...ofRequest, 'db.system.name': 'postgresql', 'db.operation.name': expect.any(String) },
    });
  expect(statements.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^(SELECT|WITH) .*\bissues\b/));
  for (const told of [w.member.token, w.member.email, w.product.slug, w.organization.id, 'private-words'])
    expect(collector.text).not.toContain(told);
});

test('what fails is marked by its kind, without what was sent', async () => {
  const w = await world(service);
  const { result } = await traced(async () => {
    await service.as(w.member.token).get(`${w.organization.url}/nowhere/some-secret`).expect(404);
    const failing = beginTrace('consumer', 'process something', {});
    return tracedJob(failing, () => service.app.get(DataSource).query('SELECT 1 / $1::int', [0])).catch(
      (error) => error,
    );
  });
  expect(result).toMatchObject({ code: '22012' });
  const [lost] = collector.spans.filter(({ kind }) => kind === SERVER);
  expect(lost).toMatchObject({ name: 'GET', status: { code: 0 }, attributes: { 'http.response.status_code': 404 } });
  const [statement, job] = ['SELECT', 'process something'].map((name) =>
    collector.spans.find((span) => span.name === name),
  );
  expect(statement).toMatchObject({ status: { code: 2 }, attributes: { 'db.response.status_code': '22012' } });
  expect(job).toMatchObject({ status: { code: 2 }, attributes: { 'error.type': '22012' } });
  expect(collector.text).not.toMatch(/some-secret|division by zero/);
});

test('a job is a trace of its own, with the messages that it sends', async () => {
  const receiver = await TestReceiver.start();
  const w = await world(service);
  const url = receiver.url('/services/secret-of-the-board');
  await service.as(w.admin.token).post(`${w.organization.url}/webhooks`).send({ url }).expect(201);
  await traced(async () => {
    await service.as(w.member.token).post(`${w.product.url}/issues`).send({ title: 'No label' }).expect(201);
    await eventually(async () => {
      const [row] = await service.database.query<unknown[]>(
        `SELECT 1 FROM webhook_deliveries WHERE status = 'delivered' AND webhook_id IN (SELECT id FROM webhooks WHERE organization_id = $1)`,
        [w.organization.id],
      );
      return row !== undefined;
    });
  });
  await receiver.stop();
  const job = collector.spans.find(({ name }) => name === 'process deliver_webhook')!;
  expect(job).toMatchObject({ kind: CONSUMER, attributes: { 'messaging.destination.name': 'deliver_webhook' } });
  expect(collector.spans).toContainEqual(
    expect.objectContaining({
      traceId: job.traceId,
      parentSpanId: job.spanId,
      name: 'POST',
      attributes: { 'http.request.method': 'POST', 'http.response.status_code': 200, 'server.address': '127.0.0.1' },
    }),
  );
  expect(collector.text).not.toContain('secret-of-the-board');
});

test('nothing is sent of what is not recorded, whatever the caller wants, nor once tracing has ended', async () => {
  const asked = () => service.as().get('/health/live').set('traceparent', `00-${TRACE}-${CALLER}-01`).expect(200);
  await traced(asked, 0);
  await asked();
  expect(collector.text).toBe('');
});

test('a collector that refuses or hangs fails no request, holds up no stop, and is told of once, of no request', async () => {
  const requests = async () => {
    asRequest('of somebody', () => {
      for (let span = 0; span < MORE_THAN_A_BATCH; span += 1) beginTrace('consumer', 'process nothing', {})!.end();
    });
    await service.as().get('/health/live').expect(200);
  };
  collector.answer(400);
  const refused = await traced(requests);
  const told = refused.lines.filter((line) => line.includes('traces cannot be sent to'));
  expect(told).toHaveLength(1);
  expect(JSON.parse(told[0]!)).not.toHaveProperty('requestId');
  collector.answer('hang');
  const hung = await traced(requests);
  collector.release();
  expect(hung.lines.filter((line) => line.includes('traces'))).toHaveLength(0);
});

import { Jobs } from '#libs/jobs';
import { HealthMonitor } from '../../apps/api/src/service/health/health-monitor.service.js';
import { ReadOnlyMode } from '../../apps/api/src/platform/work/read-only.service.js';
import { eventually } from '../support/eventually.js';
import { useService } from '../support/service.js';

const METRICS_TOKEN = 'a-token-that-only-operators-have';
const service = useService({ METRICS_TOKEN });
const look = () => service.app.get(HealthMonitor).check();

/** Does something while the database does not answer what the look asks. */
async function whileAway(act: () => Promise<void>): Promise<void> {
  await service.database.query('ALTER TABLE processes RENAME TO hidden');
  try {
    await look();
    await act();
  } finally {
    await service.database.query('ALTER TABLE hidden RENAME TO processes');
    await look();
  }
}

test('readiness tells what the last look has kept, and how each part stands to whoever shows the token alone', async () => {
  await look();
  for (const credential of [undefined, 'another token', service.settings.secretKey])
    expect((await service.as(credential).get('/health/ready').expect(200)).body).toEqual({ status: 'ok' });
  const { body } = await service.as(METRICS_TOKEN).get('/health/ready').expect(200);
  expect(body.parts).toEqual({
    database: 'up',
    workers: 0,
    queueSeconds: expect.any(Number),
    storage: expect.stringMatching(/^(up|none)$/),
    mail: 'none',
    migrating: false,
    waiting: [],
    mode: 'normal',
  });
  await whileAway(async () => {
    expect((await service.as(METRICS_TOKEN).get('/health/ready').expect(503)).body.code).toBe(
      'temporarily_unavailable',
    );
  });
  await service.as().get('/health/ready').expect(200);
});

test('liveness is nobody else’s matter: it fails once workers have stood still for a minute, and not while the database is away', async () => {
  await service.as().get('/health/live').expect(200);
  await whileAway(async () => void (await service.as().get('/health/live').expect(200)));
  const jobs = service.app.get(Jobs);
  for (const [ms, status] of [
    [59_000, 200],
    [61_000, 503],
  ] as const) {
    Object.defineProperty(jobs, 'stoodStillMs', { value: ms, configurable: true });
    await service.as().get('/health/live').expect(status);
  }
  Reflect.deleteProperty(jobs, 'stoodStillMs');
  await service.as().get('/health/live').expect(200);
});

test('people are told on a page whether it works, without names and numbers', async () => {
  const page = async () => service.as().get('/health').set('Accept', 'text/html');
  const works = await page();
  expect([works.status, works.headers['content-type'], works.text]).toEqual([
    200,
    'text/html; charset=utf-8',
    expect.stringContaining('<h1>Curbcut is available</h1>'),
  ]);
  await service.database.query(
    `UPDATE service_state SET read_only_since = now(), read_only_until = '2130-01-31T06:00:00Z'`,
  );
  const mode = service.app.get(ReadOnlyMode);
  await eventually(() => mode.isOn);
  expect((await page()).text).toContain('until 2130-01-31 06:00 UTC');
  await service.database.query('UPDATE service_state SET read_only_since = NULL, read_only_until = NULL');
  await eventually(() => !mode.isOn);
  await whileAway(async () => {
    const away = await page();
    expect([away.status, away.text]).toEqual([503, expect.stringContaining('is currently unavailable')]);
  });
});

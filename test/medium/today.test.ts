import { MINUTE_MS } from '#libs/dates';
import { msUntil } from '../support/moments.js';
import { useService } from '../support/service.js';
import { world } from '../support/world.js';

const service = useService();

test.each(['now()', 'clock_timestamp()'])('the database goes by the clock of the tests: %s', async (clock) => {
  const [{ now }] = await service.database.query<[{ now: Date }]>(`SELECT ${clock} AS now`);
  expect(Math.abs(msUntil(now))).toBeLessThan(MINUTE_MS);
});

test('what has a moment by default has one of this clock', async () => {
  const w = await world(service);
  const [{ at }] = await service.database.query<[{ at: Date }]>(
    'SELECT created_at AS at FROM organizations WHERE id = $1',
    [w.organization.id],
  );
  expect(Math.abs(msUntil(at))).toBeLessThan(MINUTE_MS);
});

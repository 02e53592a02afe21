import { MINUTE_MS } from '#libs/dates';
import { fromNow } from '../support/moments.js';
import { overTime, useService } from '../support/service.js';
import { world, type World } from '../support/world.js';

const service = useService({}, { now: '2028-02-29T23:00:00Z' });

const dayOf = (moment: Date | string): string => new Date(moment).toISOString().slice(0, 10);

/** The present day of the service, of its database and of the test. */
async function days(w: World): Promise<string[]> {
  const { body } = await service.as(w.member.token).post(`${w.product.url}/issues`).send({ title: 'Barrier' });
  const [{ now }] = await service.database.query('SELECT now()');
  return [body.issue.createdAt, now, fromNow(0)].map(dayOf);
}
/** The issues opened in each of the last two months of the trend. */
async function opened(w: World): Promise<number[]> {
  const { body } = await service.as(w.member.token).get(`${w.product.url}/insights/trends?interval=month`).expect(200);
  return body.points.slice(-2).map(({ issues }: { issues: { opened: number } }) => issues.opened);
}

overTime(
  'a test sets the time of the service and of its database: a trend has a new month after a leap day',
  async () => {
    const w = await world(service);
    expect(await days(w)).toEqual(Array(3).fill('2028-02-29'));
    expect(await opened(w)).toEqual([0, 1]);
    await service.letPass(61 * MINUTE_MS);
    expect(await opened(w)).toEqual([1, 0]);
    expect(await days(w)).toEqual(Array(3).fill('2028-03-01'));
    expect(await opened(w)).toEqual([1, 1]);
  },
);

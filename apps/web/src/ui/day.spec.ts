import { nowMs } from '../../../../test/support/moments.js';
import { dayOf, momentOf, todayIn } from './day';

const ZONES = ['UTC', 'Europe/Berlin', 'Pacific/Auckland', 'Pacific/Kiritimati', 'Etc/GMT+12', 'Asia/Kathmandu'];

describe('a day that somebody chooses', () => {
  it.each(ZONES)('is in %s the day of the moment that is kept', (timeZone) => {
    for (const day of ['2026-01-31', '2024-02-29', '2026-07-01', todayIn(timeZone)])
      expect(dayOf(momentOf(day, timeZone), timeZone)).toBe(day);
  });

  it.each([
    ['2026-03-28T10:59:59.999Z', 'Pacific/Auckland', '2026-03-28'],
    ['2026-03-28T22:59:59.999Z', 'Europe/Berlin', '2026-03-28'],
    ['2026-03-28T22:59:59.999Z', 'Pacific/Auckland', '2026-03-29'],
    ['2026-03-29T06:59:59.999Z', 'America/Los_Angeles', '2026-03-28'],
  ])('until %s is in %s %s', (at, timeZone, day) => expect(dayOf(at, timeZone)).toBe(day));

  it('is the present moment where it is today, so that what is completed today was not begun later', () => {
    const before = nowMs();
    const at = Date.parse(momentOf(todayIn('UTC'), 'UTC')!);
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(nowMs());
  });

  it('is nothing where there is none', () => {
    expect(dayOf(null, 'UTC')).toBe('');
    expect(momentOf('', 'UTC')).toBeNull();
  });
});

import { nowMs } from '../../../../test/support/moments.js';
import { dayOf, momentOf } from './day';

describe('a day that somebody chooses', () => {
  it('is the day of the moment that is kept', () => {
    for (const day of ['2026-01-31', '2024-02-29', dayOf(new Date().toISOString())])
      expect(dayOf(momentOf(day))).toBe(day);
  });

  it('is the present moment where it is today, so that what is completed today was not begun later', () => {
    const before = nowMs();
    const at = Date.parse(momentOf(dayOf(new Date().toISOString()))!);
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(nowMs());
  });

  it('is nothing where there is none', () => {
    expect(dayOf(null)).toBe('');
    expect(momentOf('')).toBeNull();
  });
});

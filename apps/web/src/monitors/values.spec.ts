import type { Monitor } from '@curbcut/client';
import { bodyOf, scheduleOf, scheduleValueOf, sourceOf, valuesOf } from './values';

const MONITOR: Monitor = {
  number: 1,
  name: 'Nightly',
  environment: 'production',
  source: { crawl: { start: 'https://example.org/', depth: 2, include: ['/shop/*'], exclude: [], limit: 40 } },
  schedule: {
    rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;BYHOUR=3;BYMINUTE=5',
    timeZone: 'Europe/Berlin',
    start: '2027-01-31T03:05:00',
  },
  labels: ['intranet'],
  tools: { axe: { tags: ['wcag2aa'], rulesOff: [] }, checks: true },
  viewports: [{ width: 1280, height: 1024 }],
  colourScheme: 'dark',
  waitFor: '#main',
  steps: [{ open: { url: 'https://example.org/sign-in' } }],
  budget: { pages: 100, minutes: 30 },
  pace: { perSecond: 1, together: 2, ownSite: false },
  evidence: true,
  state: 'on',
  nextAt: null,
  lastRun: null,
  createdAt: '2027-01-01T00:00:00.000Z',
  updatedAt: '2027-01-01T00:00:00.000Z',
};

describe('a monitor in its form', () => {
  it('goes out as it came in', () => {
    const {
      name,
      environment,
      source,
      schedule,
      labels,
      tools,
      viewports,
      colourScheme,
      waitFor,
      steps,
      budget,
      pace,
    } = MONITOR;
    expect(bodyOf(valuesOf(MONITOR, '2027-02-01', 'UTC'))).toEqual({
      name,
      environment,
      source,
      schedule,
      labels,
      tools,
      viewports,
      colourScheme,
      waitFor,
      steps,
      budget,
      pace,
      evidence: true,
    });
  });

  it('sends only what was changed', () => {
    expect(bodyOf({ waitFor: ' ', name: ' Daily ' })).toEqual({ name: 'Daily', waitFor: null });
  });

  it.each([
    { pages: {} },
    { pages: { state: ['active' as const], q: 'shop', area: ['checkout'] } },
    { sitemap: 'https://example.org/sitemap.xml' },
    { list: ['https://example.org/a', 'https://example.org/b'] },
  ])('keeps a source as it is: %j', (source) => {
    expect(sourceOf(valuesOf({ ...MONITOR, source }, '2027-02-01', 'UTC').source)).toEqual(source);
  });
});

describe('a schedule in its form', () => {
  it.each([
    'FREQ=HOURLY;BYMINUTE=15',
    'FREQ=DAILY;BYHOUR=3;BYMINUTE=0',
    'FREQ=DAILY;INTERVAL=3;BYHOUR=23;BYMINUTE=59',
    'FREQ=WEEKLY;BYDAY=SU;BYHOUR=0;BYMINUTE=0',
    'FREQ=MONTHLY;BYMONTHDAY=-1;BYHOUR=6;BYMINUTE=30',
  ])('has fields for %s, and says the same', (rrule) => {
    const value = scheduleValueOf({ rrule, timeZone: 'UTC', start: '2027-01-31T06:30:00' }, '2027-02-01', 'UTC');
    expect(value.frequency).not.toBe('OTHER');
    expect(scheduleOf(value)?.rrule).toBe(rrule);
    expect(value.from).toBe('2027-01-31');
  });

  it.each(['FREQ=DAILY;BYHOUR=3,15;BYMINUTE=0', 'FREQ=MONTHLY;BYDAY=MO;BYHOUR=3;BYMINUTE=0', 'FREQ=DAILY'])(
    'keeps %s as a rule, since it has no fields for it',
    (rrule) => {
      const schedule = { rrule, timeZone: 'UTC', start: '2027-01-31T04:30:00' };
      const value = scheduleValueOf(schedule, '2027-02-01', 'UTC');
      expect(value.frequency).toBe('OTHER');
      expect(scheduleOf(value)).toEqual(schedule);
    },
  );

  it('is by hand where there is none', () => {
    expect(scheduleOf(scheduleValueOf(null, '2027-02-01', 'UTC'))).toBeNull();
  });
});

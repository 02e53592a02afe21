import type {
  Monitor,
  PagesOfInventory,
  Schedule,
  Source,
  Step,
  Tools,
  UpdateMonitor,
  Viewport,
} from '@curbcut/client';

/** Where pages come from, as a form has it. */
export interface SourceValue {
  kind: 'pages' | 'sitemap' | 'list' | 'crawl';
  q: string;
  area: string[];
  /** What else narrows the inventory, which the form does not change. */
  others: Omit<PagesOfInventory, 'q' | 'area'>;
  sitemap: string;
  /** Addresses, one a line. */
  list: string;
  start: string;
  depth: string;
  limit: string;
  include: string;
  exclude: string;
}

export type Frequency = '' | 'HOURLY' | 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'OTHER';

/** When it runs, as a form has it. */
export interface ScheduleValue {
  /** '': by hand; `OTHER`: by a rule that the form has no fields for. */
  frequency: Frequency;
  interval: string;
  /** Of RFC 5545: `MO`. */
  days: string[];
  /** Of a month, or `-1`. */
  monthDay: string;
  /** `HH:MM`; of an hourly one the minute counts. */
  time: string;
  rrule: string;
  timeZone: string;
  /** The first day. */
  from: string;
}

/** A monitor as its form has it: one value a field of the interface, so that a change sends only what was changed. */
export interface MonitorValues extends Record<string, unknown> {
  name: string;
  environment: string;
  source: SourceValue;
  schedule: ScheduleValue;
  tools: { isAxe: boolean; tags: string; rulesOff: string; isChecks: boolean };
  /** Sizes as `1280 x 1024`, one a line. */
  viewports: string;
  colourScheme: '' | 'light' | 'dark';
  waitFor: string;
  steps: Step[];
  budget: { pages: string; minutes: string };
  pace: { perSecond: string; together: string; isOwn: boolean };
  /** Whether pictures are taken of what is found. */
  evidence: boolean;
  /** With commas in between. */
  labels: string;
}

/** The days of a week by their names in RFC 5545, from Monday. */
export const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

/** Where pages come from, before somebody says. */
export const NO_SOURCE: SourceValue = {
  kind: 'pages',
  q: '',
  area: [],
  others: {},
  sitemap: '',
  list: '',
  start: '',
  depth: '3',
  limit: '500',
  include: '',
  exclude: '',
};

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
const partsOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

/** A monitor in its form; `today` is the day from which a schedule would count that it does not have yet. */
export function valuesOf(monitor: Monitor, today: string, timeZone: string): MonitorValues {
  const { tools, budget, pace } = monitor;
  return {
    name: monitor.name,
    environment: monitor.environment ?? '',
    source: sourceValueOf(monitor.source),
    schedule: scheduleValueOf(monitor.schedule, today, timeZone),
    tools: {
      isAxe: tools.axe !== null,
      tags: tools.axe?.tags.join(', ') ?? '',
      rulesOff: tools.axe?.rulesOff.join(', ') ?? '',
      isChecks: tools.checks,
    },
    viewports: monitor.viewports.map(({ width, height }) => `${width} x ${height}`).join('\n'),
    colourScheme: monitor.colourScheme ?? '',
    waitFor: monitor.waitFor ?? '',
    steps: monitor.steps,
    budget: { pages: String(budget.pages), minutes: String(budget.minutes) },
    pace: { perSecond: String(pace.perSecond), together: String(pace.together), isOwn: pace.ownSite },
    evidence: monitor.evidence,
    labels: monitor.labels.join(', '),
  };
}

function sourceValueOf({ pages, sitemap, list, crawl }: Source): SourceValue {
  if (sitemap !== undefined) return { ...NO_SOURCE, kind: 'sitemap', sitemap };
  if (list) return { ...NO_SOURCE, kind: 'list', list: list.join('\n') };
  if (crawl) {
    const { start, depth, limit, include, exclude } = crawl;
    return {
      ...NO_SOURCE,
      kind: 'crawl',
      start,
      depth: String(depth),
      limit: String(limit),
      include: include.join('\n'),
      exclude: exclude.join('\n'),
    };
  }
  const { q = '', area = [], ...others } = pages ?? {};
  return { ...NO_SOURCE, q, area, others };
}

/** Where pages come from, as the interface takes it. */
export function sourceOf(value: SourceValue): Source {
  const { kind, q, area, others, sitemap, list, start, depth, limit, include, exclude } = value;
  if (kind === 'sitemap') return { sitemap: sitemap.trim() };
  if (kind === 'list') return { list: linesOf(list) };
  if (kind === 'crawl')
    return {
      crawl: {
        start: start.trim(),
        depth: Number(depth),
        limit: Number(limit),
        include: linesOf(include),
        exclude: linesOf(exclude),
      },
    };
  return { pages: { ...others, ...(q && { q }), ...(area.length > 0 && { area }) } };
}

/** The parts of a rule by their names; undefined: it has one that the form has no field for. */
function simpleRule(rrule: string): Omit<ScheduleValue, 'timeZone' | 'from'> | undefined {
  const parts = new Map(rrule.split(';').map((part) => part.split('=') as [string, string]));
  const [frequency, hour, minute] = [parts.get('FREQ'), parts.get('BYHOUR'), parts.get('BYMINUTE')];
  const [days, monthDay] = [parts.get('BYDAY'), parts.get('BYMONTHDAY')];
  const isHourly = frequency === 'HOURLY';
  const isSimple =
    (isHourly ? hour === undefined : hour !== undefined && !hour.includes(',')) &&
    minute !== undefined &&
    (days === undefined) === (frequency !== 'WEEKLY') &&
    (monthDay === undefined) === (frequency !== 'MONTHLY') &&
    !monthDay?.includes(',');
  if (!isSimple) return undefined;
  return {
    frequency: frequency as Frequency,
    interval: parts.get('INTERVAL') ?? '1',
    days: days?.split(',') ?? [],
    monthDay: monthDay ?? '1',
    time: `${(hour ?? '0').padStart(2, '0')}:${minute.padStart(2, '0')}`,
    rrule,
  };
}

/** When it runs, as a form has it; by hand where there is no schedule. */
export function scheduleValueOf(schedule: Schedule | null, today: string, timeZone: string): ScheduleValue {
  const none = { frequency: '' as Frequency, interval: '1', days: ['MO'], monthDay: '1', time: '03:00', rrule: '' };
  if (!schedule) return { ...none, timeZone, from: today };
  const { rrule, start } = schedule;
  // A rule without hours runs at that of its start.
  const other = { ...none, frequency: 'OTHER' as const, time: start.slice(11, 16), rrule };
  const rule = simpleRule(rrule) ?? other;
  return { ...rule, timeZone: schedule.timeZone, from: start.slice(0, 10) };
}

/** When it runs, as the interface takes it; null: by hand. */
export function scheduleOf(value: ScheduleValue): Schedule | null {
  const { frequency, interval, days, monthDay, time, timeZone, from } = value;
  if (frequency === '') return null;
  const start = `${from}T${time}:00`;
  if (frequency === 'OTHER') return { rrule: value.rrule.trim(), timeZone, start };
  const [hour, minute] = time.split(':').map(Number);
  const rrule = [
    `FREQ=${frequency}`,
    Number(interval) > 1 && `INTERVAL=${Number(interval)}`,
    frequency === 'WEEKLY' && `BYDAY=${DAYS.filter((day) => days.includes(day)).join(',')}`,
    frequency === 'MONTHLY' && `BYMONTHDAY=${monthDay}`,
    frequency !== 'HOURLY' && `BYHOUR=${hour}`,
    `BYMINUTE=${minute}`,
  ];
  return { rrule: rrule.filter(Boolean).join(';'), timeZone, start };
}

const sizesOf = (text: string): Viewport[] =>
  linesOf(text).map((line) => {
    const [width, height] = line.split(/\D+/).filter(Boolean).map(Number);
    return { width: width ?? 0, height: height ?? 0 };
  });

const toolsOf = ({ isAxe, tags, rulesOff, isChecks }: MonitorValues['tools']): Tools => ({
  axe: isAxe ? { tags: partsOf(tags), rulesOff: partsOf(rulesOff) } : null,
  checks: isChecks,
});

/** What was changed, as the interface takes it. */
export function bodyOf(changed: Partial<MonitorValues>): UpdateMonitor {
  const { name, environment, source, schedule, tools, viewports, colourScheme, waitFor, steps, budget, pace, labels } =
    changed;
  const { evidence } = changed;
  return {
    ...(name !== undefined && { name: name.trim() }),
    ...(environment !== undefined && { environment: environment.trim() || null }),
    ...(source && { source: sourceOf(source) }),
    ...(schedule && { schedule: scheduleOf(schedule) }),
    ...(tools && { tools: toolsOf(tools) }),
    ...(viewports !== undefined && { viewports: sizesOf(viewports) }),
    ...(colourScheme !== undefined && { colourScheme: colourScheme || null }),
    ...(waitFor !== undefined && { waitFor: waitFor.trim() || null }),
    ...(steps && { steps }),
    ...(budget && { budget: { pages: Number(budget.pages), minutes: Number(budget.minutes) } }),
    ...(pace && {
      pace: { perSecond: Number(pace.perSecond), together: Number(pace.together), ownSite: pace.isOwn },
    }),
    ...(evidence !== undefined && { evidence }),
    ...(labels !== undefined && { labels: partsOf(labels) }),
  };
}

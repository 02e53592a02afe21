import type { Fault } from '#libs/errors';
import { isTimeZone } from '../../accounts/identity/preferences/time-zone.js';
import type { Monitor, Pace, Schedule, Source, Step } from './monitor.entity.js';
import { isLocalTime, ruleFault } from './schedule.js';

const required = (path: string, message: string): Fault => ({ path, code: 'required', message });
const malformed = (path: string, message: string): Fault => ({ path, code: 'malformed', message });

/** What is wrong across the settings of a monitor; each by itself is checked already. */
export const monitorFaults = ({
  source,
  schedule,
  tools,
  steps,
  pace,
}: Pick<Monitor, 'source' | 'schedule' | 'tools' | 'steps' | 'pace'>): Fault[] => [
  ...(namedIn(source).length === 1
    ? []
    : [required('/source', 'source must be exactly one of pages, sitemap, list and crawl')]),
  ...(schedule ? scheduleFaults(schedule) : []),
  ...(tools.axe || tools.checks ? [] : [required('/tools', 'tools must contain axe, checks or both')]),
  ...steps.flatMap(stepFaults),
  ...paceFaults(pace),
];

const namedIn = (value: Source | Step): string[] =>
  Object.entries(value).flatMap(([name, given]) => (given === undefined || given === null ? [] : [name]));

function scheduleFaults({ rrule, timeZone, start }: Schedule): Fault[] {
  const fault = ruleFault(rrule);
  return [
    ...(fault ? [malformed('/schedule/rrule', `rrule ${fault}`)] : []),
    ...(isTimeZone(timeZone) ? [] : [malformed('/schedule/timeZone', 'timeZone must be a zone such as Europe/Berlin')]),
    ...(isLocalTime(start) ? [] : [malformed('/schedule/start', 'start must be a time such as 2027-01-31T03:00:00')]),
  ];
}

function stepFaults(step: Step, index: number): Fault[] {
  const [kind, ...more] = namedIn(step);
  const path = `/steps/${index}`;
  if (kind === undefined || more.length > 0)
    return [required(path, 'a step must be exactly one of open, fill, click and expect')];
  const { label, role, name } = { label: undefined, ...(step.fill ?? step.click ?? step.expect) };
  const isElement =
    label !== undefined ? role === undefined && name === undefined : role !== undefined && name !== undefined;
  if (step.fill) {
    const count = [step.fill.text, step.fill.secret].filter((value) => value !== undefined).length;
    return [
      ...(isElement ? [] : [required(`${path}/fill`, 'fill requires a label, or a role and a name')]),
      ...(count === 1 ? [] : [required(`${path}/fill`, 'fill requires either a text or a secret')]),
    ];
  }
  if (step.click)
    return isElement && label === undefined ? [] : [required(`${path}/click`, 'click requires a role and a name')];
  if (!step.expect) return [];
  const { text, url } = step.expect;
  const count = [text !== undefined, url !== undefined, role !== undefined || name !== undefined].filter(
    Boolean,
  ).length;
  return count === 1 && label === undefined && (isElement || role === undefined)
    ? []
    : [required(`${path}/expect`, 'expect requires a text, an address, or a role and a name')];
}

const OF_OTHERS = { perSecond: 1, together: 2 };

function paceFaults({ perSecond, together, ownSite }: Pace): Fault[] {
  if (ownSite) return [];
  return Object.entries({ perSecond, together }).flatMap(([name, value]) => {
    const max = OF_OTHERS[name as keyof typeof OF_OTHERS];
    if (value <= max) return [];
    const message = `${name} can be at most ${max}, unless ownSite is set for your own site`;
    return [{ path: `/pace/${name}`, code: 'not_allowed' as const, message, params: { max } }];
  });
}

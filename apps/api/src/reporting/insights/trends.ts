import type { Letter } from '../../products/products/grade/codes.js';
import { grouped } from '../../platform/lists/grouped.js';
import { dateOf } from './trend-points.js';

/** How many, and of which point or day. */
type Counted = [of: number, count: number];

/**
 * What happened in a point. The first point is 1. The number 0 stands for all time before it, and the number after that
 * of the last point for all time since.
 */
interface IssueFlow {
  point: number;
  opened: number;
  closed: number;
  /** Deleted while they were open. */
  removed: number;
}

interface FindingFlow {
  point: number;
  raised: number;
  regressed: number;
  resolved: number;
}

/** What the history says of a Grade. */
interface TrendGrade {
  letter: Letter | null;
  potentialLetter: Letter | null;
  formulaVersion: number;
}

/** What trends are made of, of one product or of all that are active. Days are numbers since 1970 in UTC. */
export interface TrendFacts {
  /** How many issues are open now. */
  open: number;
  issues: IssueFlow[];
  findings: FindingFlow[];
  /** Open issues by the day they were opened on. */
  openSince: Counted[];
  /** Issues that were closed since the first point began: by the day they were opened on and the point of closing. */
  closedSince: [opened: number, point: number, count: number][];
  /** The same by the point of closing and by how many days they were open. */
  closedAfter: [point: number, days: number, count: number][];
  /** The Grade at the end of each point; null: that of an organization, which has none. */
  grades: (TrendGrade | null)[] | null;
}

/** One point of a trend; `docs` of the fields are in the DTO. */
export interface TrendPoint {
  start: string;
  findings: { raised: number; resolved: number; regressed: number } | null;
  issues: { opened: number; closed: number; open: number };
  medianAgeDays: number | null;
  medianDaysToClose: number | null;
  grade: string | null;
  potentialLetter: string | null;
  formulaVersion: number | null;
}

/**
 * The points of a trend.
 * @param starts the first day of each point, and that of the next
 * @param today the present day: the last point may go on
 */
export function trendPoints(facts: TrendFacts, starts: readonly number[], today: number): TrendPoint[] {
  const points = starts.slice(0, -1).map((start, index) => ({ start, number: index + 1 }));
  const issues = new Map(facts.issues.map((flow) => [flow.point, flow]));
  const findings = new Map(facts.findings.map((flow) => [flow.point, flow]));
  const open = openAtEnds(facts, points.length);
  const ages = mediansOfAges(facts, starts, today);
  return points.map(({ start, number }) => {
    const { opened = 0, closed = 0 } = issues.get(number) ?? {};
    const { raised = 0, resolved = 0, regressed = 0 } = findings.get(number) ?? {};
    const grade = facts.grades?.[number - 1];
    const took = facts.closedAfter.filter(([point]) => point === number);
    return {
      start: dateOf(start),
      findings: { raised, resolved, regressed },
      issues: { opened, closed, open: open[number]! },
      medianAgeDays: ages[number]!,
      medianDaysToClose: median(took.map(([, days, count]) => [days, count])),
      grade: grade?.letter ?? null,
      potentialLetter: grade?.potentialLetter ?? null,
      formulaVersion: grade?.formulaVersion ?? null,
    };
  });
}

/** How many issues were open at the end of each point: those of now, less what came after. */
function openAtEnds({ open, issues }: TrendFacts, points: number): number[] {
  const ends = Array.from<number>({ length: points + 2 }).fill(0);
  for (const { point, opened, closed, removed } of issues) ends[point]! += opened - closed - removed;
  let now = open;
  for (let point = points + 1; point >= 0; point -= 1) {
    const change = ends[point]!;
    ends[point] = now;
    now -= change;
  }
  return ends;
}

/** The median age of the issues that were open on the last day of each point, from the last point back. */
function mediansOfAges({ openSince, closedSince }: TrendFacts, starts: readonly number[], today: number) {
  const opened = [...openSince.map(([day]) => day), ...closedSince.map(([day]) => day)];
  const first = opened.reduce((least, day) => Math.min(least, day), today);
  const counts = new Int32Array(today - first + 1);
  const ended = grouped(closedSince, ([, point]) => point);
  for (const [day, count] of openSince) counts[day - first]! += count;
  const medians: (number | null)[] = [];
  for (let point = starts.length - 1; point >= 1; point -= 1) {
    for (const [day, , count] of ended.get(point + 1) ?? []) counts[day - first]! += count;
    const last = Math.min(starts[point]! - 1, today);
    medians[point] = medianAge(counts, last - first);
  }
  return medians;
}

/** The median age, on the day at `last`, of what was opened until then. */
function medianAge(counts: Int32Array, last: number): number | null {
  let all = 0;
  for (let day = 0; day <= last; day += 1) all += counts[day]!;
  let young = 0;
  for (let day = last; day >= 0; day -= 1) {
    young += counts[day]!;
    if (young > 0 && young * 2 >= all) return last - day;
  }
  return null;
}

/** The median of values that are counted; of an even number the lower of both in the middle. Null of none. */
export function median(values: readonly Counted[]): number | null {
  const all = values.reduce((sum, [, count]) => sum + count, 0);
  let below = 0;
  for (const [value, count] of [...values].sort(([a], [b]) => a - b)) {
    below += count;
    // What was counted and taken back again leaves a count of none.
    if (below > 0 && below * 2 >= all) return value;
  }
  return null;
}

import { type ModelFinding, isPresent, type LineState, type State, statusOf } from './findings-replay.js';
import {
  type Change,
  DAY,
  type Delta,
  type LineName,
  lineOf,
  type Report,
  type ReportAnswer,
} from './findings-steps.js';

const QUIET_DAYS = 35;
const MOST_INDEXES = 1_000;

/** The rules that a report names, each once, in the order of their first places. */
export const rulesOf = ({ findings }: Report): string[] => [...new Set(findings.map(({ rule }) => rule))];

/** What a reported finding counts as, from what it showed before: the first that fits. */
export function changeOf(before: State, finding: ModelFinding | undefined, sent: Report, now: number): Change {
  if (!finding) return 'new';
  const status = statusOf(before, finding, now);
  const { landed, decision } = finding;
  const issue = decision.status === 'confirmed' ? before.issues.get(decision.issue)!.state : null;
  if (status === 'dismissed') return 'dismissed';
  if (lineOf(sent).kind === 'proposal') {
    if (!landed) return issue ? 'known' : 'new';
    return status === 'resolved' ? 'regressed' : 'known';
  }
  if (!landed && issue === 'open') return 'known';
  if (landed && status === 'resolved') return 'regressed';
  if (issue === 'closed' && (status === 'confirmed' || !landed)) return 'regressed';
  return landed ? 'known' : 'new';
}

export function countsOf(changes: ReadonlyMap<number, Change>): Delta {
  const delta = { new: 0, known: 0, regressed: 0, dismissed: 0, resolved: 0 };
  for (const change of changes.values()) delta[change] += 1;
  return delta;
}

export function introducedBy(sent: Report, changeOfRule: (rule: string) => Change): ReportAnswer['introduced'] {
  const firstPlaces = rulesOf(sent).map((rule) => sent.findings.findIndex((finding) => finding.rule === rule));
  const changeAt = (index: number): Change => changeOfRule(sent.findings[index]!.rule);
  const introduced = firstPlaces.filter((index) => ['new', 'regressed'].includes(changeAt(index)));
  const indexes = introduced.sort((a, b) => a - b).slice(0, MOST_INDEXES);
  return { count: introduced.length, indexes, regressed: indexes.filter((index) => changeAt(index) === 'regressed') };
}

/** How many findings of main lines a complete run of a proposal no longer has; null where it is not complete. */
export function fixesOf(after: State, number: number, now: number): number | null {
  const ending = after.endings.get(number);
  if (!ending) return null;
  const { tool } = after.lines.find(({ runs }) => runs.some((run) => run.number === number))!;
  const isFixed = (finding: ModelFinding): boolean =>
    finding.record.tool === tool &&
    !ending.reported.has(finding.record.rule) &&
    finding.landed &&
    isPresent(after, finding) &&
    statusOf(after, finding, now) !== 'dismissed' &&
    !finding.sightings.some(({ line, run }) => line.kind === 'main' && !line.ended && run.report.at > ending.moment);
  return [...after.findings.values()].filter(isFixed).length;
}

/** The unnamed main line beside a named one, or the named ones beside it, that had no run for long. */
export function quietBeside({ lines }: State, own: LineName, now: number): string[] {
  if (own.kind === 'proposal') return [];
  const isOther = ({ ended, kind, tool, name }: LineState): boolean =>
    !ended && kind === 'main' && tool === own.tool && (name === null) !== (own.name === null);
  return lines.filter((line) => isOther(line) && idleDays(line, now) >= QUIET_DAYS).map(({ key }) => key);
}

export const idleDays = ({ runs }: Pick<LineState, 'runs'>, now: number): number => (now - runs.at(-1)!.now) / DAY;

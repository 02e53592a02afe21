import { type Model, runsOf, stateOf } from './findings-model.js';
import {
  answerAt,
  datesOf,
  isInProposal,
  type ModelFinding,
  namesOf,
  pagesOf,
  whereaboutsOf,
  type State,
  statusOf,
  titleOf,
} from './findings-replay.js';
import type { Glance, IssueState, Shown, ShownFinding, ShownIssue, ShownLine, ShownRun } from './findings-steps.js';

/** What a model says that the service shows. */
export function showModel(model: Model): Shown {
  const state = stateOf(model);
  const findings = [...state.findings.values()];
  const names = namesOf(model.records);
  return {
    findings: byName(findings.map((finding) => shownFinding(state, finding, names, model.now))),
    issues: [...state.issues].map(([number, issue]) => shownIssue(state, number, issue, model.now)),
    lines: shownLines(state),
    runs: runsOf(model).map(({ number }) => shownRun(model, findings, names, number)),
  };
}

export const glanceAt = ({ findings, issues, lines }: Shown): Glance => ({
  issues,
  lines,
  findings: findings.map(({ issue: _, pages: __, where: ___, actions: ____, ...listed }) => listed),
});

export const byName = <T extends { name: string }>(named: readonly T[]): T[] =>
  [...named].sort((a, b) => (a.name < b.name ? -1 : 1));

type Names = ReadonlyMap<number, string>;

function shownFinding(state: State, finding: ModelFinding, names: Names, now: number): ShownFinding {
  const { landed, record, decision, editedTitle, regressions } = finding;
  return {
    name: names.get(record.id)!,
    selector: record.selector,
    aliases: record.aliases,
    status: statusOf(state, finding, now),
    proposed: !landed,
    issue: decision.status === 'confirmed' ? decision.issue : null,
    title: editedTitle ?? titleOf(finding),
    edited: editedTitle !== null,
    regressions,
    ...datesOf(finding),
    pages: pagesOf(finding),
    where: shownPages(state, finding, now),
    actions: shownActions(state, finding, now),
  };
}

function shownPages(state: State, finding: ModelFinding, now: number): ShownFinding['where'] {
  const where = whereaboutsOf(state, finding.record);
  const answered = [...finding.answers.keys()].filter((page) => answerAt(finding, page, now) !== null);
  return [...new Set([...where.keys(), ...answered])].sort().map((page) => ({
    page,
    lines: (where.get(page) ?? []).map(({ kind, name }) => `${kind} ${name}`).sort(),
    answer: answerAt(finding, page, now),
  }));
}

function shownActions(state: State, finding: ModelFinding, now: number): ShownFinding['actions'] {
  const status = statusOf(state, finding, now);
  if (status === 'resolved' && !(finding.landed && isInProposal(state, finding.record))) return ['reopen'];
  if (status === 'confirmed') return [];
  return status === 'pending' ? ['confirm', 'dismiss'] : ['confirm', 'dismiss', 'reopen'];
}

function shownIssue(
  state: State,
  number: number,
  issue: { state: IssueState; since: number },
  now: number,
): ShownIssue {
  const linked = [...state.findings.values()].filter(
    ({ decision }) => decision.status === 'confirmed' && decision.issue === number,
  );
  const [confirmed, resolved] = (['confirmed', 'resolved'] as const).map((status) =>
    linked.filter((finding) => statusOf(state, finding, now) === status),
  ) as [ModelFinding[], ModelFinding[]];
  const isReportedSince = ({ sightings }: ModelFinding): boolean =>
    sightings.some(({ line, run }) => line.kind === 'main' && run.place > issue.since);
  return {
    number,
    state: issue.state,
    regressed: issue.state === 'closed' && confirmed.some(isReportedSince),
    noLongerReported:
      confirmed.length === 0 && resolved.some(({ closedAt }) => issue.state === 'open' || closedAt > issue.since),
  };
}

/** Lines that have not ended, in the order in which their first runs arrived. */
function shownLines({ lines, findings }: State): ShownLine[] {
  return lines
    .filter(({ ended }) => !ended)
    .map(({ tool, kind, name, runs, present }) => {
      const [firstRun, lastRun] = [runs[0]!, runs.at(-1)!].map(({ number, report }) => ({ number, at: report.at }));
      const findingsPresent = [...findings.values()].filter(({ record }) => present.has(record.id)).length;
      return { tool, kind, name, firstRun: firstRun!, lastRun: lastRun!, findingsPresent };
    });
}

function shownRun(model: Model, findings: readonly ModelFinding[], names: Names, number: number): ShownRun {
  const { changes } = model.given.get(number)!;
  const named = findings.filter(({ record }) => changes.has(record.id));
  return {
    number,
    changes: named.map((finding) => `${names.get(finding.record.id)}: ${changes.get(finding.record.id)}`).sort(),
    discovered: findings.filter(({ sightings }) => sightings[0]?.run.number === number).length,
  };
}

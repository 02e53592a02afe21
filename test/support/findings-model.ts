/**
 * A simple in-memory model of findings and issues: each finding keeps the reports of runs in order and the people's
 * decisions; everything else is derived. The service must agree with it after any sequence of steps.
 */
export type ModelTriage = 'pending' | 'confirmed' | 'dismissed';
export type ModelStatus = ModelTriage | 'resolved';

/** A run of a tool. `at` is its `completedAt`. */
export interface ModelRun {
  number: number;
  tool: string;
  at: number;
  step: number;
}

interface Mention {
  run: ModelRun;
  seen: boolean;
  /** The finding was resolved before this run reported it. */
  returned: boolean;
  /** A person has decided since. */
  overruled: boolean;
}

/** A finding with its history. */
export interface ModelFinding {
  tool: string;
  rule: string;
  title: string;
  edited: boolean;
  triage: ModelTriage;
  expired: boolean;
  triaged: boolean;
  issue: number | null;
  mentions: Mention[];
  firstSeen: number;
  lastSeen: number;
  createdStep: number;
}

/** What the service shows of a finding. */
export interface ShownFinding {
  tool: string;
  rule: string;
  status: ModelStatus;
  issue: number | null;
  edited: boolean;
  regressions: number;
  firstSeen: number;
  lastSeen: number;
}

/** What the service shows of an issue. */
export interface ShownIssue {
  number: number;
  state: 'open' | 'closed';
  regressed: boolean;
  noLongerReported: boolean;
}

export class FindingsModel {
  findings: ModelFinding[] = [];
  runs: ModelRun[] = [];
  issues = new Map<number, { state: 'open' | 'closed'; closedStep: number }>();
  private step = 0;
  private lastRun = 0;
  private lastIssue = 0;

  status(finding: ModelFinding): ModelStatus {
    const last = finding.mentions.at(-1);
    if (last && !last.seen && !last.overruled) return 'resolved';
    return finding.triage === 'dismissed' && finding.expired ? 'pending' : finding.triage;
  }

  report(tool: string, at: number, rules: readonly string[], complete: boolean): Record<string, number> {
    this.step += 1;
    const run = { number: (this.lastRun += 1), tool, at, step: this.step };
    this.runs.push(run);
    const delta = { new: 0, known: 0, regressed: 0, dismissed: 0, resolved: 0 };
    for (const rule of rules) {
      const title = `${rule} at ${run.number}`;
      const known = this.findings.find((finding) => finding.tool === tool && finding.rule === rule);
      if (!known) {
        const mention = { run, seen: true, returned: false, overruled: false };
        const untouched = { edited: false, triage: 'pending', expired: false, triaged: false, issue: null } as const;
        this.findings.push({
          ...{ tool, rule, title, ...untouched, mentions: [mention] },
          ...{ firstSeen: at, lastSeen: at, createdStep: this.step },
        });
        delta.new += 1;
        continue;
      }
      const status = this.status(known);
      const isClosed = known.issue !== null && this.issues.get(known.issue)!.state === 'closed';
      if (status === 'dismissed') delta.dismissed += 1;
      else if (status === 'resolved' || (status === 'confirmed' && isClosed)) delta.regressed += 1;
      else delta.known += 1;
      known.mentions.push({ run, seen: true, returned: status === 'resolved', overruled: false });
      if (at >= known.lastSeen && !known.edited) known.title = title;
      known.firstSeen = Math.min(known.firstSeen, at);
      known.lastSeen = Math.max(known.lastSeen, at);
    }
    if (complete) {
      for (const finding of this.findings) {
        const isDue = finding.tool === tool && !rules.includes(finding.rule) && finding.lastSeen <= at;
        if (!isDue || !['pending', 'confirmed'].includes(this.status(finding))) continue;
        finding.mentions.push({ run, seen: false, returned: false, overruled: false });
        delta.resolved += 1;
      }
    }
    return delta;
  }

  undo(number: number): void {
    this.step += 1;
    this.runs = this.runs.filter((run) => run.number !== number);
    this.findings = this.findings.filter((finding) => {
      const own = finding.mentions.filter(({ run }) => run.number === number);
      if (own.length === 0) return true;
      const rest = finding.mentions.filter(({ run }) => run.number !== number);
      const seen = rest.filter((mention) => mention.seen);
      if (own.some((mention) => mention.seen) && seen.length === 0 && !finding.triaged && !finding.edited) return false;
      finding.mentions = rest;
      if (seen.length > 0) {
        finding.firstSeen = Math.min(...seen.map(({ run }) => run.at));
        finding.lastSeen = Math.max(...seen.map(({ run }) => run.at));
      }
      return true;
    });
  }

  confirm(finding: ModelFinding, issue?: number): number {
    this.decide(finding, 'confirmed');
    finding.issue = issue ?? (this.lastIssue += 1);
    if (issue === undefined) this.issues.set(finding.issue, { state: 'open', closedStep: 0 });
    return finding.issue;
  }

  dismiss(finding: ModelFinding): void {
    this.decide(finding, 'dismissed');
  }

  reopen(finding: ModelFinding): void {
    if (this.status(finding) !== 'pending') this.decide(finding, 'pending');
  }

  expire(finding: ModelFinding): void {
    finding.expired = true;
  }

  edit(finding: ModelFinding, title: string): void {
    finding.title = title;
    finding.edited = true;
  }

  setIssue(number: number, state: 'open' | 'closed'): void {
    this.step += 1;
    const issue = this.issues.get(number)!;
    if (issue.state !== state) this.issues.set(number, { state, closedStep: this.step });
  }

  deleteIssue(number: number): void {
    this.issues.delete(number);
    for (const finding of this.findings.filter(({ issue }) => issue === number)) {
      finding.issue = null;
      finding.triage = 'pending';
    }
  }

  showFindings(): ShownFinding[] {
    return this.findings
      .map((finding) => ({
        ...{ tool: finding.tool, rule: finding.rule, status: this.status(finding), issue: finding.issue },
        ...{ edited: finding.edited, firstSeen: finding.firstSeen, lastSeen: finding.lastSeen },
        regressions: finding.mentions.filter(
          ({ returned }, index) => returned && finding.mentions[index - 1] && !finding.mentions[index - 1]!.seen,
        ).length,
      }))
      .sort((a, b) => (`${a.tool} ${a.rule}` < `${b.tool} ${b.rule}` ? -1 : 1));
  }

  showIssues(): ShownIssue[] {
    return [...this.issues].map(([number, { state, closedStep }]) => {
      const linked = this.findings.filter(({ issue }) => issue === number);
      const confirmed = linked.filter((finding) => this.status(finding) === 'confirmed');
      const resolved = linked.filter((finding) => this.status(finding) === 'resolved');
      const reportedAt = (finding: ModelFinding): number =>
        finding.mentions.findLast(({ seen }) => seen)?.run.step ?? finding.createdStep;
      return {
        number,
        state,
        regressed: state === 'closed' && confirmed.some((finding) => reportedAt(finding) > closedStep),
        noLongerReported:
          confirmed.length === 0 &&
          resolved.some((finding) => state === 'open' || finding.mentions.at(-1)!.run.step > closedStep),
      };
    });
  }

  private decide(finding: ModelFinding, triage: ModelTriage): void {
    finding.triage = triage;
    finding.issue = null;
    finding.expired = false;
    finding.triaged = true;
    for (const mention of finding.mentions) if (!mention.seen) mention.overruled = true;
  }
}

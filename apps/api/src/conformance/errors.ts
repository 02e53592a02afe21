import { Conflict } from '#libs/errors';
import type { ReportProblem } from './publishing/problems.js';

/** What was published stays as it is. */
export class ReportPublished extends Conflict {
  readonly code = 'report_published';
  constructor() {
    super('The report was published; make a revision to change it.');
  }
}

/** Only what was published can be withdrawn, revised, reviewed or shown to others. */
export class ReportDraft extends Conflict {
  readonly code = 'report_draft';
  constructor() {
    super('The report is a draft; publish it first.');
  }
}

/** Something keeps the report from being published. */
export class ReportIncomplete extends Conflict {
  readonly code = 'report_incomplete';
  override readonly members: object;
  constructor(problems: readonly ReportProblem[]) {
    super('The report cannot be published yet; `problems` says what keeps it from that.');
    this.members = { problems };
  }
}

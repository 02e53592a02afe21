import { BadRequest, Conflict } from '#libs/errors';
import type { ReportProblem } from './publishing/problems.js';

/** What was published stays as it is. */
export class ReportPublished extends Conflict {
  readonly code = 'report_published';
  constructor() {
    super('The report is published. Create a revision to change it.');
  }
}

/** Only what was published can be withdrawn, revised, reviewed or shown to others. */
export class ReportDraft extends Conflict {
  readonly code = 'report_draft';
  constructor() {
    super('Draft reports cannot be exported. Publish the report first.');
  }
}

/** A report that a revision has replaced stands at no address of its own any more. */
export class ReportSuperseded extends Conflict {
  readonly code = 'report_superseded';
  constructor() {
    super('A revision has replaced the report and has taken over its public address.');
  }
}

/** Something keeps the report from being published. */
export class ReportIncomplete extends Conflict {
  readonly code = 'report_incomplete';
  override readonly members: object;
  constructor(problems: readonly ReportProblem[]) {
    super('The report cannot be published yet. `problems` lists the reasons.');
    this.members = { problems };
  }
}

/** What a report says is read, frozen and written as a whole, which takes its time and its memory. */
export class ReportTooLong extends Conflict {
  readonly code = 'report_too_long';
  /** @param most how many bytes its verdicts may take */
  constructor(most: number) {
    super(`Remarks, alternatives and evidence of a report can have at most ${most} bytes in total. Shorten them.`);
  }
}

/** An issue that is closed, or speaks against nothing that the report says, needs no reason. */
export class IssueContradictsNothing extends Conflict {
  readonly code = 'issue_contradicts_nothing';
  constructor() {
    super('The issue is closed, or does not contradict any verdict of the report.');
  }
}

/** Whoever reads a public page reads all reasons. */
export class ReasonsTooLong extends Conflict {
  readonly code = 'report_too_long';
  /** @param most how many bytes they may take */
  constructor(most: number) {
    super(`The reasons that issues do not contradict a report can have at most ${most} bytes in total. Shorten them.`);
  }
}

/** The catalogues of a form of export do not have the standard of the report. */
export class ExportNotAvailable extends Conflict {
  readonly code = 'export_not_available';
  constructor(format: string) {
    super(`The format ${format} is not available for the standard of this report.`);
  }
}

/** Writing a report in this form takes more memory than one export may. */
export class ExportTooLarge extends Conflict {
  readonly code = 'export_too_large';
  constructor(format: string) {
    super(`The report is too large for ${format}. Use html or csv.`);
  }
}

/** A statement needs more than its verdicts. */
export class StatementIncomplete extends Conflict {
  readonly code = 'statement_incomplete';
  override readonly members: object;
  constructor(problems: readonly ReportProblem[]) {
    super('The report is incomplete for this form of statement. `problems` lists the missing content.');
    this.members = { problems };
  }
}

/** The model of a statement is not for the standard of the report. */
export class StatementOfAnotherStandard extends BadRequest {
  readonly code = 'statement_of_another_standard';
  constructor(format: string) {
    super(`The form ${format} is not available for the standard of this report.`);
  }
}

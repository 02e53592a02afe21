import { Conflict } from '#libs/errors';
import type { ImportState } from './audit-import.entity.js';

/** A form knows only some standards. */
export class AuditExportNotAvailable extends Conflict {
  readonly code = 'export_not_available';
  constructor(format: string) {
    super(`The format ${format} is not available for the standard of this audit.`);
  }
}

/** An audit is larger than what a spreadsheet is made of in memory. */
export class AuditExportTooLarge extends Conflict {
  readonly code = 'export_too_large';
  constructor() {
    super('The audit is too large for a spreadsheet. Use a CSV format.');
  }
}

const TAKEN_BACK: Readonly<Record<Exclude<ImportState, 'running'>, string>> = {
  finished: 'The import has already been reversed.',
  cancelled: 'The import was cancelled, and its changes were reversed.',
  failed: 'The import failed, and its changes were reversed.',
};

/** An import is taken back once, and one that has not come to its end by itself. */
export class ImportUndone extends Conflict {
  readonly code = 'import_undone';
  constructor(state: Exclude<ImportState, 'running'>) {
    super(TAKEN_BACK[state]);
  }
}

/** What was imported long ago is changed like all else. */
export class ImportTooOld extends Conflict {
  readonly code = 'import_too_old';
  constructor() {
    super('The import was made more than 30 days ago. Change its results instead.');
  }
}

/** An organization imports one file at a time, and an audit is not completed meanwhile. */
export class ImportUnderWay extends Conflict {
  readonly code = 'import_under_way';
  constructor() {
    super('An import is in progress. Wait until it has finished, or cancel it.');
  }
}

/** What has ended is not cancelled. */
export class ImportEnded extends Conflict {
  readonly code = 'import_ended';
  constructor() {
    super('The import has ended. Reverse it instead.');
  }
}

import { Conflict } from '#libs/errors';
import type { ImportState } from './audit-import.entity.js';

/** A form knows only some standards. */
export class AuditExportNotAvailable extends Conflict {
  readonly code = 'export_not_available';
  constructor(format: string) {
    super(`There is no ${format} of the standard of this audit.`);
  }
}

/** An audit is larger than what a spreadsheet is made of in memory. */
export class AuditExportTooLarge extends Conflict {
  readonly code = 'export_too_large';
  constructor() {
    super('The audit is too large for a spreadsheet; the CSV has all of it.');
  }
}

const TAKEN_BACK: Readonly<Record<Exclude<ImportState, 'running'>, string>> = {
  finished: 'The import was taken back before.',
  cancelled: 'The import was cancelled, and what it had made was taken back then.',
  failed: 'The import has failed, and what it had made was taken back then.',
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
    super('The import was made more than 30 days ago: change what it has made.');
  }
}

/** An organization imports one file at a time, and an audit is not completed meanwhile. */
export class ImportUnderWay extends Conflict {
  readonly code = 'import_under_way';
  constructor() {
    super('An import is under way: wait until it has finished, or cancel it.');
  }
}

/** What has ended is not cancelled. */
export class ImportEnded extends Conflict {
  readonly code = 'import_ended';
  constructor() {
    super('The import has ended; it can be taken back instead.');
  }
}

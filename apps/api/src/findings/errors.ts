import { Conflict } from '#libs/errors';

/** A finding that scans no longer report cannot become an issue. */
export class FindingResolved extends Conflict {
  readonly code = 'finding_resolved';
  constructor() {
    super('The finding is resolved: a complete scan no longer reports it.');
  }
}

import { Conflict } from '#libs/errors';

/** Outcomes are lost with their entry only where the caller says so. */
export class EntryHasOutcomes extends Conflict {
  readonly code = 'entry_has_outcomes';
  constructor() {
    super('The entry has outcomes. Delete it with `withOutcomes=true` to delete them too.');
  }
}

/** A sample has an end. */
export class SampleFull extends Conflict {
  readonly code = 'sample_full';
  constructor(most: number) {
    super(`A sample can have at most ${most} entries.`);
  }
}

/** Somebody has changed cells since the caller read them. */
export class OutcomeChanged extends Conflict {
  readonly code = 'outcome_changed';
  override readonly members: object;
  /** @param outcomes as they are now */
  constructor(outcomes: readonly object[]) {
    super('Outcomes have changed since you read them. `outcomes` has the current ones.');
    this.members = { outcomes };
  }
}

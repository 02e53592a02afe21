import { Conflict } from '#libs/errors';
import type { TriageRefusal } from './lifecycle.js';

const MESSAGES: Readonly<Record<TriageRefusal, string>> = {
  finding_confirmed: 'The finding is confirmed. Change its status through its issue.',
  finding_resolved: 'The finding is resolved: a complete scan no longer reports it. Reopen it first.',
};

/** Another number of findings meets the filter than whoever decided had seen. */
export class CountChanged extends Conflict {
  readonly code = 'count_changed';
  constructor(count: number) {
    super(`The filter now matches ${count} findings. Review them, and send this number.`);
  }
}

/** A decision is taken back once. */
export class DecisionUndone extends Conflict {
  readonly code = 'decision_undone';
  constructor() {
    super('The decision has already been reversed.');
  }
}

/** What was decided long ago is decided anew. */
export class DecisionTooOld extends Conflict {
  readonly code = 'decision_too_old';
  constructor() {
    super('The decision was made more than 24 hours ago. Make a new decision instead.');
  }
}

/** Only what is confirmed has an issue that a page can belong to. */
export class NotConfirmed extends Conflict {
  readonly code = 'finding_not_confirmed';
  constructor() {
    super('The finding has no issue to add the page to. Confirm it first.');
  }
}

/** The state of a finding does not permit the action. */
export class TriageRefused extends Conflict {
  constructor(readonly code: TriageRefusal) {
    super(MESSAGES[code]);
  }
}

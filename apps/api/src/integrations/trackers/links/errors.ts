import { Conflict } from '#libs/errors';

/** Nothing goes to a connection that is off. */
export class TrackerOff extends Conflict {
  readonly code = 'tracker_off';
  constructor() {
    super('The connection with the tracker is off; turn it on to send issues.');
  }
}

/** An issue of a tracker stands for one of ours. */
export class TrackerIssueTaken extends Conflict {
  readonly code = 'tracker_issue_taken';
  constructor() {
    super('Another issue stands for this one of the tracker already.');
  }
}

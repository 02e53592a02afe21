import { Conflict } from '#libs/errors';

/** Nothing goes to a connection that is off. */
export class TrackerOff extends Conflict {
  readonly code = 'tracker_off';
  constructor() {
    super('The tracker connection is off. Turn it on to send issues.');
  }
}

/** An issue of a tracker stands for one of ours. */
export class TrackerIssueTaken extends Conflict {
  readonly code = 'tracker_issue_taken';
  constructor() {
    super('This tracker issue is already linked to another issue.');
  }
}

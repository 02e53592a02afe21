import { Conflict, Unauthenticated } from '#libs/errors';

/** A monitor runs once at a time. */
export class RunUnderWay extends Conflict {
  readonly code = 'run_under_way';
  override readonly members: object;
  constructor(runId: string) {
    super('A run of the monitor is in progress. Wait until it ends, or cancel it.');
    this.members = { runId };
  }
}

/** A run that has ended, or is being reported, cannot be cancelled. */
export class RunOver extends Conflict {
  readonly code = 'run_over';
  constructor() {
    super('The run has ended, or its report is being created.');
  }
}

/** Another agent has the run by now, or nobody. */
export class LeaseLost extends Conflict {
  readonly code = 'lease_lost';
  constructor() {
    super('The lease has expired. Stop the run; another agent may have leased it.');
  }
}

/** No agent has this token. */
export const agentRefused = (): Unauthenticated =>
  new Unauthenticated('agent_refused', 'Send the token of an agent as Authorization: Bearer.');

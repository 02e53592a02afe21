import { Conflict } from '#libs/errors';

/** What an audit asks for follows from its standard and level, and its outcomes are of these. */
export class AuditHasOutcomes extends Conflict {
  readonly code = 'audit_has_outcomes';
  constructor() {
    super('The audit has outcomes; its standard and level stay until they are gone.');
  }
}

/** A requirement that a completed audit would leave untested. */
export interface UntestedRequirement {
  requirementId: string;
  number: string;
  name: string;
}

/** A full audit says something of each requirement, unless it accepts that it does not. */
export class AuditIncomplete extends Conflict {
  readonly code = 'audit_incomplete';
  override readonly members: object;
  /** @param requirements the first of them */
  constructor(untestedCount: number, requirements: readonly UntestedRequirement[]) {
    super(
      `${untestedCount} requirements are untested: decide them, or send \`acceptUntested: true\`; \`requirements\` has the first.`,
    );
    this.members = { untestedCount, requirements };
  }
}

/** What was examined stays as it is once the audit is completed. */
export class AuditCompleted extends Conflict {
  readonly code = 'audit_completed';
  constructor() {
    super('The audit is completed; set it in progress to change its scope, sample or outcomes.');
  }
}

import { Conflict } from '#libs/errors';

/** What an audit asks for follows from its standard and level, and its outcomes are of these. */
export class AuditHasOutcomes extends Conflict {
  readonly code = 'audit_has_outcomes';
  constructor() {
    super('The audit has outcomes. Delete them before changing its standard or level.');
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
      `${untestedCount} requirements are untested. Decide them, or send \`acceptUntested: true\`; \`requirements\` lists the first.`,
    );
    this.members = { untestedCount, requirements };
  }
}

/** What was examined stays as it is once the audit is completed. */
export class AuditCompleted extends Conflict {
  readonly code = 'audit_completed';
  constructor() {
    super('The audit is completed. Set it to in progress to change its scope, sample or outcomes.');
  }
}

/** How many issues, and the lowest numbers among them. */
export interface CountedRecords {
  count: number;
  numbers: number[];
}

/** A requirement in scope that something fails. */
export interface Loss {
  requirementId: string;
  /** One that fails it has severity high or priority critical. */
  severe: boolean;
  /** Of Level A, or of the lowest level of its standard. */
  basic: boolean;
}

/** An audit that a reason names. */
interface NamedAudit {
  number: number;
  completedAt: Date;
}

/** The latest completed audits of each kind, with the time of their completion. */
export interface AuditFacts {
  /** Of all substantiated audits. */
  substantiated: Date | null;
  /** Of full, substantiated audits that cover the standard in force. */
  covering: Date | null;
  /** Of full, substantiated audits of any standard. */
  full: NamedAudit | null;
  /** Of full audits that are not substantiated. `covers`: whether it covers the standard in force and its level. */
  unsubstantiated: (NamedAudit & { covers: boolean }) | null;
}

/** The input of the Grade. Pull-request runs, dismissed findings and issues outside the scope are not included. */
export interface GradeFacts {
  now: Date;
  /** Months between full audits; null or 0: none set. */
  auditFrequency: number | null;
  /** How many requirements the effective standard and level put in scope. */
  scope: number;
  /** Requirements in scope with an open linked issue. */
  lost: Loss[];
  /** Open issues linked to a requirement in scope, and to a basic one. */
  linked: CountedRecords;
  basic: CountedRecords;
  /** Open issues linked to no requirement at all. */
  unlinked: CountedRecords;
  /** Open issues of severity high, in scope or unlinked. */
  high: CountedRecords;
  /** Open issues of both severity and impact high, in scope or unlinked. */
  blocking: CountedRecords;
  /** Open issues of priority critical, in scope or unlinked. */
  critical: CountedRecords;
  /** What would be added if all pending findings were confirmed. */
  pending: { lost: Loss[]; unlinked: number; high: number; blocking: number };
  /** The findings that await triage, or will once their dismissal ends, in scope or unlinked. */
  waiting: {
    /**
     * The days of UTC since which the first of them waits, and the first of severity high, or the latest overdue one
     * where they are overdue; null: none waits.
     */
    firstDay: string | null;
    firstHighDay: string | null;
    /** Those that are overdue now, of them those of severity high, and the ids of some that have waited longest. */
    overdue: number;
    overdueHigh: number;
    longest: string[];
  };
  /** Latest `completedAt` of: any evidence and any completed audit, human tests that say what they tested. */
  newestEvidence: Date | null;
  newestHumanTest: Date | null;
  audits: AuditFacts;
}

import type { EntityManager } from 'typeorm';
import { loadState, outcomesOf } from '../../../findings/evaluation/evaluation-state.js';
import { type Outcome, verdictOf } from '../../../findings/evaluation/outcome.js';
import type { Audit } from '../../../records/audits/audit.entity.js';
import { ADMITTING } from '../contradicted.js';
import type { Verdict } from '../statement-terms.js';
import { type AuditedStandards, auditFor } from './audits-of-standards.js';

/** What the audits of a report have of each requirement, over their samples. */
export type AuditedOutcomes = ReadonlyMap<string, Outcome>;

/**
 * Reads it, in as many statements for each standard. An audit with neither sample nor outcomes was made elsewhere, and
 * says nothing here.
 */
export async function loadAuditedOutcomes(
  tx: EntityManager,
  content: AuditedStandards<Audit>,
): Promise<AuditedOutcomes> {
  const audited = new Map<string, Outcome>();
  for (const covered of content.standards) {
    const { audit } = auditFor(covered, content);
    // Where the audit of another standard carries it, the outcomes stand at that one's requirements.
    if (audit === null || audit.standardId !== covered.standard.id) continue;
    const state = await loadState(tx, audit);
    if (state.entries.length === 0 && state.outcomes.size === 0) continue;
    for (const { requirementId } of state.requirements)
      audited.set(requirementId, verdictOf(outcomesOf(state, requirementId), state.entries));
  }
  return audited;
}

/** How an outcome speaks against a verdict. */
export type AgainstVerdict = 'outcome_failed' | 'outcome_undecided';

/**
 * Whether what an audit has of a requirement contradicts a verdict on it. A failure that another verdict on the
 * requirement admits is one of another component.
 * @param ofRequirement all verdicts on it
 */
export function againstVerdict(
  outcome: Outcome | undefined,
  { verdict }: { verdict: Verdict },
  ofRequirement: readonly { verdict: Verdict }[],
): AgainstVerdict | undefined {
  if (outcome === 'failed') {
    const isDenied = verdict === 'supports' || verdict === 'not_applicable';
    return isDenied && !ofRequirement.some((other) => ADMITTING.includes(other.verdict)) ? 'outcome_failed' : undefined;
  }
  const isUndecided = outcome === 'untested' || outcome === 'cannot_tell';
  return isUndecided && verdict === 'supports' ? 'outcome_undecided' : undefined;
}

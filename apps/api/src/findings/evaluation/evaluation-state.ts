import { query } from '#libs/database';
import { mapInSlices } from '#libs/queues';
import type { EntityManager } from 'typeorm';
import type { Audit } from '../../records/audits/audit.entity.js';
import { keepAuditCounts } from '../../records/audits/keep-counts.js';
import type { ChangeContext } from '../../platform/work/change-context.js';
import { type AuditRequirement, requirementsOfAudit } from './audit-requirements.js';
import { KEEP_VERDICTS } from './audit-requirements.sql.js';
import { ENTRY_NUMBERS, OUTCOMES_BY_REQUIREMENT } from './counts.sql.js';
import { type OutcomesByEntry, verdictOf } from './outcome.js';

/** All that decides what an audit says: what it asks for, its entries, and the outcomes of each requirement. */
export interface EvaluationState {
  /** Those that were deleted since left out. */
  requirements: AuditRequirement[];
  /** The numbers of the sample, in its order. */
  entries: number[];
  outcomes: ReadonlyMap<string, OutcomesByEntry>;
}

const NONE: OutcomesByEntry = new Map();

/** Reads it in a fixed number of statements. */
export async function loadState(tx: EntityManager, audit: Audit): Promise<EvaluationState> {
  const key = [audit.organizationId, audit.id] as const;
  const rows = await query(tx, OUTCOMES_BY_REQUIREMENT, [...key]);
  const entries = await query(tx, ENTRY_NUMBERS, [...key]);
  const requirements = await requirementsOfAudit(tx, audit);
  return {
    requirements: requirements.filter(({ isGone }) => !isGone),
    entries: entries.map(({ number }) => number),
    outcomes: new Map(
      await mapInSlices(rows, ({ requirementId, entries: of, outcomes }) => [
        requirementId,
        new Map(of.map((entry, index) => [entry, outcomes[index]!])),
      ]),
    ),
  };
}

/** The outcomes of a requirement. */
export const outcomesOf = ({ outcomes }: EvaluationState, requirementId: string): OutcomesByEntry =>
  outcomes.get(requirementId) ?? NONE;

/** The requirements whose verdict is untested. */
export async function untestedRequirements(state: EvaluationState): Promise<AuditRequirement[]> {
  const verdicts = await mapInSlices(state.requirements, ({ requirementId }) =>
    verdictOf(outcomesOf(state, requirementId), state.entries),
  );
  return state.requirements.filter((_, place) => verdicts[place] === 'untested');
}

/** Keeps the verdict of each requirement of an audit that is completed. */
export async function keepVerdicts(tx: EntityManager, audit: Audit): Promise<void> {
  const state = await loadState(tx, audit);
  const verdicts = await mapInSlices(state.requirements, ({ requirementId }) =>
    verdictOf(outcomesOf(state, requirementId), state.entries),
  );
  const ids = state.requirements.map(({ requirementId }) => requirementId);
  await query(tx, KEEP_VERDICTS, [audit.organizationId, audit.id, ids, verdicts]);
}

/**
 * Keeps the counts of an audit whose sample or outcomes have changed, and has the Grade of its product computed anew.
 */
export async function keepCounts(
  change: ChangeContext,
  audit: Audit,
  lastEntry = audit.lastEntry,
): Promise<EvaluationState> {
  const state = await loadState(change.tx, audit);
  const outcomeCount = state.requirements.reduce(
    (sum, { requirementId }) => sum + outcomesOf(state, requirementId).size,
    0,
  );
  const isEvaluated = state.entries.length > 0 || outcomeCount > 0;
  await keepAuditCounts(change.tx, audit, {
    lastEntry,
    entryCount: state.entries.length,
    outcomeCount,
    untestedCount: isEvaluated ? (await untestedRequirements(state)).length : 0,
  });
  change.regradeAfterwards({ organizationId: audit.organizationId, id: audit.productId });
  return state;
}

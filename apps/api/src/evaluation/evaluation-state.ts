import { query } from '#libs/database';
import type { EntityManager } from 'typeorm';
import type { Audit } from '../audits/audit.entity.js';
import { keepAuditCounts } from '../audits/keep-counts.js';
import type { ChangeContext } from '../work/change-context.js';
import { type AskedRequirement, askedRequirements } from './asked-requirements.js';
import { ENTRY_NUMBERS, OUTCOMES_BY_REQUIREMENT } from './counts.sql.js';
import { type OutcomesByEntry, verdictOf } from './outcome.js';

/** All that decides what an audit says: what it asks for, its entries, and the outcomes of each requirement. */
export interface EvaluationState {
  /** Those that were deleted since left out. */
  asked: AskedRequirement[];
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
  const asked = await askedRequirements(tx, audit);
  return {
    asked: asked.filter(({ isGone }) => !isGone),
    entries: entries.map(({ number }) => number),
    outcomes: new Map(
      rows.map(({ requirementId, entries: of, outcomes }) => [
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
export const untestedRequirements = (state: EvaluationState): AskedRequirement[] =>
  state.asked.filter(({ requirementId }) => verdictOf(outcomesOf(state, requirementId), state.entries) === 'untested');

/** Keeps the counts of an audit whose sample or outcomes have changed, and has the Grade of its product computed anew. */
export async function keepCounts(
  change: ChangeContext,
  audit: Audit,
  lastEntry = audit.lastEntry,
): Promise<EvaluationState> {
  const state = await loadState(change.tx, audit);
  const outcomeCount = state.asked.reduce((sum, { requirementId }) => sum + outcomesOf(state, requirementId).size, 0);
  const isEvaluated = state.entries.length > 0 || outcomeCount > 0;
  await keepAuditCounts(change.tx, audit, {
    lastEntry,
    entryCount: state.entries.length,
    outcomeCount,
    untestedCount: isEvaluated ? untestedRequirements(state).length : 0,
  });
  change.regradeAfterwards({ organizationId: audit.organizationId, id: audit.productId });
  return state;
}

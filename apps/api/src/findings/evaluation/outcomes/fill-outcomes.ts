import { clock } from '#libs/clock';
import type { RecordLimits } from '#libs/config';
import { mapInSlices } from '#libs/queues';
import type { Audit } from '../../../records/audits/audit.entity.js';
import type { Principal } from '../../../platform/http/current.js';
import type { FieldChange } from '../../../platform/lists/changed-fields.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import type { AuditRequirement } from '../audit-requirements.js';
import type { Outcome } from '../outcome.js';
import { keyOfCell } from './decisions.js';
import type { OutcomeRow } from './outcomes.sql.js';
import { type Cell, cellsOf, isDecided, storeOutcomes } from './store-outcomes.js';
import { proposedOutcome, storedOutcome } from './stored-outcome.js';

/** What somebody has written down of a cell. */
export interface WrittenOutcome extends Cell {
  outcome: Outcome;
  note: string | null;
  derogation: string | null;
  /** The tool that proposes it; absent: somebody decides it. */
  proposedBy?: string;
}

/** A cell that was decided or proposed, and what there was of it before. */
export interface FilledCell extends Cell {
  /** That it has since. */
  revision: number;
  /** Null: nothing. */
  before: Pick<OutcomeRow, 'note' | 'derogation' | 'proposal' | 'proposedBy' | 'proposedAt'> | null;
}

/**
 * Whether what somebody has written down of a cell is taken: an outcome where nobody has decided one, and what is noted
 * of an untested one where nobody has noted anything.
 */
export function isTaken(
  { outcome, note, derogation, proposedBy }: WrittenOutcome,
  kept: OutcomeRow | undefined,
): boolean {
  if (isDecided(kept)) return false;
  if (outcome !== 'untested') return true;
  const isNoted = (texts: Pick<OutcomeRow, 'note' | 'derogation'> | undefined) =>
    Boolean(texts?.note ?? texts?.derogation);
  return proposedBy === undefined && isNoted({ note, derogation }) && !isNoted(kept);
}

/**
 * Decides cells of an audit, which is locked, where nobody has. @returns those that it has decided or proposed
 * @param record leaves the event of the change, where it is another one
 */
export async function fillOutcomes(
  change: ChangeContext,
  limits: RecordLimits,
  audit: Audit,
  requirements: readonly AuditRequirement[],
  caller: Principal,
  written: readonly WrittenOutcome[],
  otherChanges: readonly FieldChange[],
  record?: (changes: FieldChange[]) => void,
): Promise<FilledCell[]> {
  const cells = await cellsOf(change.tx, audit, written);
  const now = clock.now();
  const decisions = written.filter((one) => isTaken(one, cells.get(keyOfCell(one))));
  const stored = await mapInSlices(decisions, ({ requirementId, entry, outcome, note, derogation, proposedBy }) => {
    const kept = cells.get(keyOfCell({ requirementId, entry }));
    const texts = { note: note ?? kept?.note ?? null, derogation: derogation ?? kept?.derogation ?? null };
    const outcomeOfCell = { requirementId, entry, outcome, ...texts };
    return proposedBy === undefined
      ? storedOutcome(kept, outcomeOfCell, caller, now)
      : proposedOutcome(kept, outcomeOfCell, proposedBy, now);
  });
  const filled = decisions.map(({ requirementId, entry }) => ({ requirementId, entry }));
  const what = {
    decisions: filled,
    stored,
    cells,
    issues: new Map<number, string>(),
    now,
    otherChanges,
    ...(record && { record }),
  };
  const { changedCells } = await storeOutcomes(change, limits, audit, requirements, what);
  return mapInSlices(changedCells, (cell) => filledCell(cell, cells.get(keyOfCell(cell))));
}

function filledCell({ requirementId, entry }: Cell, kept: OutcomeRow | undefined): FilledCell {
  if (!kept) return { requirementId, entry, revision: 1, before: null };
  const { note, derogation, proposal, proposedBy, proposedAt, revision } = kept;
  const before = { note, derogation, proposal, proposedBy, proposedAt };
  return { requirementId, entry, revision: revision + 1, before };
}

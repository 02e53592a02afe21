import type { RecordLimits } from '#libs/config';
import { query } from '#libs/database';
import { mapInSlices } from '#libs/queues';
import type { EntityManager } from 'typeorm';
import type { Audit } from '../../../records/audits/audit.entity.js';
import type { FieldChange } from '../../../platform/lists/changed-fields.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { type AuditRequirement, freezeRequirements, thawRequirements } from '../audit-requirements.js';
import { recordOfAudit } from '../change-evaluation.js';
import { keepCounts } from '../evaluation-state.js';
import { linkToOutcomes } from '../evidence-of-outcomes.js';
import { ALL_ENTRIES } from '../outcome.js';
import { requireRoomForOutcomes } from '../room-for-outcomes.js';
import { type Decision, keyOfCell } from './decisions.js';
import {
  LINK_ISSUES,
  NOTE_CHANGES,
  type OutcomeRow,
  SOME_OUTCOMES,
  STORE_OUTCOMES,
  UNLINK_ISSUES,
} from './outcomes.sql.js';
import { differs, emptyOutcome, type StoredOutcome, withoutMoments } from './stored-outcome.js';

/** How many cells an event names. */
const MAX_CELLS_IN_EVENT = 100;
/** How many cells an answer shows: as many as one request decides. */
const MAX_ANSWERED = 1_000;

/**
 * Stores what is decided of an audit, which is locked. @returns the first thousand as they are then, and how many have
 * changed
 */
export async function storeOutcomes(
  change: ChangeContext,
  limits: RecordLimits,
  audit: Audit,
  requirements: readonly AuditRequirement[],
  {
    decisions,
    stored,
    cells,
    issues,
    now,
    otherChanges = [],
    record = (changes) => recordOfAudit(change, audit, 'audit.outcomes_changed', changes),
  }: {
    decisions: readonly Pick<Decision, 'requirementId' | 'entry' | 'issueNumbers' | 'evidenceIds'>[];
    stored: readonly StoredOutcome[];
    cells: ReadonlyMap<string, OutcomeRow>;
    issues: ReadonlyMap<number, string>;
    now: Date;
    /** What else the event of the change tells. */
    otherChanges?: readonly FieldChange[];
    /** Leaves the event of the change, where it is another one. */
    record?: (changes: FieldChange[]) => void;
  },
): Promise<{ rows: OutcomeRow[]; changed: number; changedCells: readonly Cell[] }> {
  const { tx } = change;
  const key = [audit.organizationId, audit.id] as const;
  const linked = decisions.filter(({ issueNumbers, ...cell }) => {
    const present = cells.get(keyOfCell(cell))?.issueNumbers ?? [];
    return issueNumbers !== undefined && present.join() !== sorted(issueNumbers).join();
  });
  const shown = decisions.filter(({ evidenceIds, ...cell }) => {
    const present = cells.get(keyOfCell(cell))?.evidenceIds ?? [];
    const wanted = [...new Set(evidenceIds?.map((id) => id.toLowerCase()))].sort();
    return evidenceIds !== undefined && present.join() !== wanted.join();
  });
  const relinked = new Set([...linked, ...shown].map(keyOfCell));
  const isChanged = await mapInSlices(
    stored,
    (one) => differs(cells.get(keyOfCell(one)), one) || relinked.has(keyOfCell(one)),
  );
  const changed = stored.filter((_, index) => isChanged[index]);
  if (changed.length > 0) {
    if (audit.outcomeCount === 0) {
      requireRoomForOutcomes(limits, { requirements: requirements.length, entries: audit.entryCount });
      await thawRequirements(tx, audit);
      await freezeRequirements(tx, audit, requirements);
    }
    await query(tx, STORE_OUTCOMES, [...key, JSON.stringify(changed), now]);
    await query(tx, NOTE_CHANGES, [...key, ...listsOf(changed)]);
    if (linked.length > 0) await linkIssues(tx, audit, linked, issues);
    await linkToOutcomes(tx, audit, shown);
    const { outcomes } = await keepCounts(change, audit);
    if (outcomes.size === 0) await thawRequirements(tx, audit);
    record([...otherChanges, ...changesOf(requirements, cells, changed)]);
  }
  const answered = decisions.slice(0, MAX_ANSWERED);
  const after = await cellsOf(tx, audit, answered);
  const rows = answered.map((one) => after.get(keyOfCell(one)) ?? emptyOutcome(one.requirementId, one.entry));
  return { rows, changed: changed.length, changedCells: changed };
}

const sorted = (numbers: readonly number[]): number[] => [...new Set(numbers)].sort((a, b) => a - b);

/** A requirement on an entry. */
export type Cell = { requirementId: string; entry: number };

/** Whether somebody has said something of a cell. */
export const isDecided = (cell: OutcomeRow | undefined): boolean => cell !== undefined && cell.outcome !== 'untested';

const listsOf = (cells: readonly Cell[]): [string[], number[]] => [
  cells.map(({ requirementId }) => requirementId),
  cells.map(({ entry }) => entry),
];

/** These cells as they are, by `keyOfCell`. */
export async function cellsOf(
  tx: EntityManager,
  audit: Audit,
  cells: readonly Cell[],
): Promise<Map<string, OutcomeRow>> {
  if (cells.length === 0) return new Map();
  const rows = await query(tx, SOME_OUTCOMES, [audit.organizationId, audit.id, ...listsOf(cells)]);
  return new Map(await mapInSlices(rows, (row): [string, OutcomeRow] => [keyOfCell(row), row]));
}

async function linkIssues(
  tx: EntityManager,
  { organizationId, id }: Audit,
  decisions: readonly Pick<Decision, 'requirementId' | 'entry' | 'issueNumbers'>[],
  issues: ReadonlyMap<number, string>,
): Promise<void> {
  const cells = JSON.stringify(
    decisions.map(({ requirementId, entry, issueNumbers = [] }) => ({
      requirementId,
      entry,
      issueIds: issueNumbers.map((number) => issues.get(number)),
    })),
  );
  await query(tx, UNLINK_ISSUES, [organizationId, id, cells]);
  await query(tx, LINK_ISSUES, [organizationId, id, cells]);
}

function changesOf(
  requirements: readonly AuditRequirement[],
  cells: ReadonlyMap<string, OutcomeRow>,
  changed: readonly StoredOutcome[],
) {
  const numbers = new Map(requirements.map(({ requirementId, number }) => [requirementId, number]));
  const outcomeFields = ({ outcome, proposal }: Pick<StoredOutcome, 'outcome' | 'proposal'>) =>
    proposal === null ? { outcome } : { outcome, proposal };
  return [
    { field: 'outcomes', from: null, to: changed.length },
    ...changed.slice(0, MAX_CELLS_IN_EVENT).map((one) => ({
      field: `${numbers.get(one.requirementId)}, ${one.entry === ALL_ENTRIES ? 'all entries' : `entry ${one.entry}`}`,
      from: outcomeFields(withoutMoments(cells.get(keyOfCell(one)) ?? emptyOutcome(one.requirementId, one.entry))),
      to: outcomeFields(one),
    })),
  ];
}

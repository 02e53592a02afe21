import { clock } from '#libs/clock';
import type { RecordLimits } from '#libs/config';
import { query } from '#libs/database';
import { mapInSlices } from '#libs/queues';
import type { Audit } from '../../../records/audits/audit.entity.js';
import type { Principal } from '../../../platform/http/current.js';
import type { FieldChange } from '../../../platform/lists/changed-fields.js';
import type { ChangeContext } from '../../../platform/work/change-context.js';
import { type AuditRequirement, thawRequirements } from '../audit-requirements.js';
import { keepCounts } from '../evaluation-state.js';
import type { AuditEntry } from '../sample/audit-entry.js';
import { sampleOf } from '../sample/sample.service.js';
import { DELETE_ENTRIES, DELETE_OUTCOMES_OF_ENTRIES, USED_ENTRIES } from '../sample/sample.sql.js';
import { keyOfCell } from './decisions.js';
import type { FilledCell } from './fill-outcomes.js';
import type { OutcomeRow } from './outcomes.sql.js';
import { type Cell, cellsOf, storeOutcomes } from './store-outcomes.js';
import { storedOutcome, type StoredOutcome, withoutMoments } from './stored-outcome.js';

/** What was taken back of an audit, and what stays because somebody has changed it since. */
export interface TakenBack {
  cells: number;
  entries: AuditEntry[];
  keptCells: Cell[];
  keptEntries: AuditEntry[];
}

/**
 * Takes back what an import has made of an audit, which is locked, where nobody has changed it since: cells say what
 * they said before, and the entries that it added go unless somebody uses them. `record` leaves the event.
 */
export async function takeBack(
  change: ChangeContext,
  limits: RecordLimits,
  audit: Audit,
  requirements: readonly AuditRequirement[],
  caller: Principal,
  made: { cells: readonly FilledCell[]; entries: readonly number[] },
  record: (changes: FieldChange[]) => void,
): Promise<TakenBack> {
  const { tx } = change;
  const key = [audit.organizationId, audit.id] as const;
  const cells = await cellsOf(tx, audit, made.cells);
  const isUntouched = await mapInSlices(made.cells, (cell) => isUnchanged(cells.get(keyOfCell(cell)), cell));
  const untouched = made.cells.filter((_, index) => isUntouched[index]);
  const added = (await sampleOf(tx, audit)).filter(({ number }) => made.entries.includes(number));
  const numbers = added.map(({ number }) => number);
  const requirementIds = untouched.map(({ requirementId }) => requirementId);
  const entries = untouched.map(({ entry }) => entry);
  const used = await query(tx, USED_ENTRIES, [...key, numbers, requirementIds, entries]);
  const usedNumbers = new Set(used.map(({ entry }) => entry));
  const isFree = ({ number, revision }: AuditEntry) => revision === 1 && !usedNumbers.has(number);
  const gone = added.filter(isFree);
  const goneNumbers = gone.map(({ number }) => number);
  await query(tx, DELETE_OUTCOMES_OF_ENTRIES, [...key, goneNumbers]);
  await query(tx, DELETE_ENTRIES, [...key, goneNumbers]);
  const now = clock.now();
  const left = untouched.filter(({ entry }) => !goneNumbers.includes(entry));
  const stored = await mapInSlices(left, (cell) => asBefore(cells.get(keyOfCell(cell))!, cell, caller, now));
  const otherChanges = gone
    .slice(0, 100)
    .map(({ number, name }) => ({ field: `entry ${number}`, from: { name }, to: null }));
  const what = {
    decisions: left.map(cellOf),
    stored,
    cells,
    issues: new Map<number, string>(),
    now,
    otherChanges,
    record,
  };
  const { changed } = await storeOutcomes(change, limits, audit, requirements, what);
  if (changed === 0) {
    const { outcomes } = await keepCounts(change, audit);
    if (outcomes.size === 0) await thawRequirements(tx, audit);
    record(otherChanges);
  }
  return {
    cells: untouched.length,
    entries: gone,
    keptCells: made.cells.filter((cell, index) => !isUntouched[index] && cells.has(keyOfCell(cell))).map(cellOf),
    keptEntries: added.filter((entry) => !isFree(entry)),
  };
}

const cellOf = ({ requirementId, entry }: Cell): Cell => ({ requirementId, entry });

// An issue is put at a cell without a new revision.
const isUnchanged = (present: OutcomeRow | undefined, { revision }: FilledCell): boolean =>
  present?.revision === revision && present.issueNumbers.length === 0 && present.evidenceIds.length === 0;

function asBefore(present: OutcomeRow, { before }: FilledCell, caller: Principal, now: Date): StoredOutcome {
  const { note = null, derogation = null, proposal = null, proposedBy = null, proposedAt = null } = before ?? {};
  const { requirementId, entry } = present;
  // Where it was only proposed, nobody has decided.
  const stored =
    present.outcome === 'untested'
      ? withoutMoments(present)
      : storedOutcome(present, { requirementId, entry, outcome: 'untested' }, caller, now);
  const at = proposedAt === null ? null : new Date(proposedAt);
  return { ...stored, note, derogation, proposal, proposedBy, proposedAt: at };
}

import type { AskedRequirement, AuditOutcome, OutcomeCell, SampleEntry } from '@curbcut/client';

/** A column of the grid: an entry of the sample, or `all` for those without an outcome of their own. */
export type EntryKey = number | 'all';

/** One cell: a requirement on an entry. */
export interface Place {
  requirementId: string;
  entry: EntryKey;
}

/** What was said of a cell and is not kept by the service yet. */
export interface Change {
  outcome?: AuditOutcome;
  note?: string | null;
  fromProposal?: boolean;
  /** The revision of the cell as it was read. */
  ifRevision: number;
}

/** The cells of a requirement: as the service has them, and what was said since. */
export interface Row {
  read: ReadonlyMap<EntryKey, OutcomeCell>;
  changed: ReadonlyMap<EntryKey, Change>;
}

/** The rows of a grid by the ids of their requirements. */
export type Rows = ReadonlyMap<string, Row>;

/** What a grid is read from. */
export interface Grid {
  requirements: readonly AskedRequirement[];
  sample: readonly SampleEntry[];
  cells: readonly OutcomeCell[];
}

const EMPTY: Row = { read: new Map(), changed: new Map() };

/** Names a cell. */
export const keyOf = ({ requirementId, entry }: Place): string => `${requirementId} ${entry}`;

/** What a cell says itself. */
export const ownOutcome = (row: Row | undefined, entry: EntryKey): AuditOutcome =>
  row?.changed.get(entry)?.outcome ?? row?.read.get(entry)?.outcome ?? 'untested';

/** What holds for an entry: its own outcome, else that of `all`. */
export function outcomeOn(row: Row | undefined, entry: EntryKey): AuditOutcome {
  const own = ownOutcome(row, entry);
  return own === 'untested' ? ownOutcome(row, 'all') : own;
}

/**
 * Rows with what the service says now; what was said since stays, and a rival that is older than what is known does not
 * count.
 */
export function rowsOf({ requirements, cells }: Grid, before: Rows = new Map()): Rows {
  const read = new Map<string, Map<EntryKey, OutcomeCell>>();
  for (const cell of cells) {
    const known = before.get(cell.requirementId)?.read.get(cell.entry);
    const newest = known && known.revision > cell.revision ? known : cell;
    const row = read.get(cell.requirementId) ?? new Map<EntryKey, OutcomeCell>();
    read.set(cell.requirementId, row.set(cell.entry, newest));
  }
  return new Map(
    requirements.map(({ requirementId }) => [
      requirementId,
      {
        read: read.get(requirementId) ?? EMPTY.read,
        changed: before.get(requirementId)?.changed ?? EMPTY.changed,
      },
    ]),
  );
}

/** Rows in which some cells say something else. */
export function withChanges(rows: Rows, said: readonly (Place & Omit<Change, 'ifRevision'>)[]): Rows {
  const next = new Map(rows);
  for (const { requirementId, entry, ...change } of said) {
    const { read, changed } = next.get(requirementId) ?? EMPTY;
    const before = changed.get(entry);
    const ifRevision = before?.ifRevision ?? read.get(entry)?.revision ?? 0;
    next.set(requirementId, { read, changed: new Map(changed).set(entry, { ...before, ...change, ifRevision }) });
  }
  return next;
}

/** All that was said and is not kept yet. */
export const changesOf = (rows: Rows): (Place & Change)[] =>
  [...rows].flatMap(([requirementId, { changed }]) =>
    [...changed].map(([entry, change]) => ({ requirementId, entry, ...change })),
  );

/** Rows without some of what was said since. */
export function withoutChanges(rows: Rows, places: readonly Place[]): Rows {
  const next = new Map(rows);
  for (const { requirementId, entry } of places) {
    const row = next.get(requirementId);
    if (!row?.changed.has(entry)) continue;
    const changed = new Map(row.changed);
    changed.delete(entry);
    next.set(requirementId, { ...row, changed });
  }
  return next;
}

/** Rows after the service has kept what was sent: what was said of the same cells since is of the new revisions. */
export function afterKept(rows: Rows, sent: readonly (Place & Change)[], kept: readonly OutcomeCell[]): Rows {
  const next = new Map(rows);
  const byKey = new Map(kept.map((cell) => [keyOf(cell), cell]));
  for (const one of sent) {
    const row = next.get(one.requirementId);
    const cell = byKey.get(keyOf(one));
    if (!row || !cell) continue;
    const changed = new Map(row.changed);
    const now = changed.get(one.entry);
    const { outcome, note, fromProposal } = one;
    const isSame = now?.outcome === outcome && now?.note === note && now?.fromProposal === fromProposal;
    if (isSame) changed.delete(one.entry);
    else if (now) changed.set(one.entry, { ...now, ifRevision: cell.revision });
    next.set(one.requirementId, { read: new Map(row.read).set(one.entry, cell), changed });
  }
  return next;
}

/** How many cells of an audit say what; of one without a sample those that stand for all. */
export function countsOf({ requirements, sample }: Grid, rows: Rows): Record<AuditOutcome, number> {
  const counts = { failed: 0, cannot_tell: 0, untested: 0, passed: 0, inapplicable: 0 };
  const entries: EntryKey[] = sample.length > 0 ? sample.map(({ number }) => number) : ['all'];
  for (const { requirementId, isGone } of requirements)
    if (!isGone) for (const entry of entries) counts[outcomeOn(rows.get(requirementId), entry)] += 1;
  return counts;
}

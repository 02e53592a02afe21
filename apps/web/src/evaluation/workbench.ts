import type { AuditOutcome, Outcome, OutcomeCell } from '@curbcut/client';
import { t } from '@lingui/core/macro';
import { alert } from '../app/announcements';
import { createStore, type Store } from '../app/store';
import { queryClient } from '../app/queries';
import { problemText } from '../words/problems';
import { type Change, type EntryKey, type Grid, ownOutcome, type Place, type Rows, rowsOf, withChanges } from './cells';
import { type AuditPath, historyKey, outcomeQuery } from './queries';
import { createSender } from './sender';
import { type Block, blockOf, cellAt, cellsOf, placeOf, type Shown } from './walk';

/** A cell of which somebody else has said something meanwhile. */
export interface Conflict {
  mine: Place & Change;
  /** As it is now; absent: nothing is said there any more. */
  theirs: OutcomeCell | undefined;
}

/** What the parts of a grid look at. */
export interface WorkbenchState {
  rows: Rows;
  shown: Shown;
  /** The cell where one is; undefined: none is shown. */
  current: Place | undefined;
  /** The other end of what is chosen, where that is more than one cell. */
  anchor: Place | undefined;
  conflicts: ReadonlyMap<string, Conflict>;
  /** Why what was said could not be sent yet. */
  trouble: unknown;
  /** The note that is being written. */
  isWriting: boolean;
}

/** The id of the table that holds the cells. */
export const GRID = 'outcomes';

/** The grid of an audit while somebody works in it. Nothing of it is kept but by the service and in this page. */
export interface Workbench {
  audit: AuditPath;
  store: Store<WorkbenchState>;
  /** The service has said what there is. */
  take: (grid: Grid) => void;
  show: (shown: Shown) => void;
  goTo: (place: Place, isChoosing?: boolean) => void;
  /** The cells that are chosen; undefined: none is shown. */
  chosen: () => Block | undefined;
  /** Says something of cells, at once for whom they are shown. */
  say: (said: readonly (Place & Omit<Change, 'ifRevision'>)[]) => void;
  /** Says the outcome of all that are chosen; how many these are. */
  decide: (outcome: AuditOutcome) => number;
  /** Of the cells that somebody else has changed, says these all the same; the others stay as they are. */
  settle: (mine: ReadonlySet<string>) => void;
  flush: () => Promise<boolean>;
  setWriting: (isWriting: boolean) => void;
  /** The focus goes to the cell where one is. */
  focus: () => void;
  /** Whether the focus is in the table. */
  isFocused: () => boolean;
  /** Begins to send; what it answers ends that. */
  start: () => () => void;
}

/** @see Workbench; `at` is the cell that an address names */
export function createWorkbench(audit: AuditPath, at: { requirement?: string; entry?: string }): Workbench {
  const store = createStore<WorkbenchState>({
    rows: new Map(),
    shown: { requirementIds: [], entries: [] },
    current: at.requirement === undefined ? undefined : { requirementId: at.requirement, entry: entryOf(at.entry) },
    anchor: undefined,
    conflicts: new Map(),
    trouble: undefined,
    isWriting: false,
  });
  const { orgId } = audit;
  /** Requirements of which nothing can be said any more. */
  let gone: ReadonlySet<string> = new Set();
  const sender = createSender({
    audit,
    store,
    refused: (places, error) => {
      const why = problemText(error);
      alert(places.length === 1 ? t`Not saved: ${why}` : t`${places.length} outcomes were not saved: ${why}`);
    },
    kept: (outcomes) => {
      for (const outcome of outcomes) keepOutcome(audit, outcome);
      void queryClient.invalidateQueries({ queryKey: ['audits', orgId], refetchType: 'none' });
      void queryClient.invalidateQueries({ queryKey: [...historyKey(audit)] });
      void queryClient.invalidateQueries({ queryKey: ['products', orgId], refetchType: 'none' });
      void queryClient.invalidateQueries({ queryKey: ['changes', orgId], refetchType: 'none' });
    },
  });
  const chosen = (): Block | undefined => {
    const { shown, current, anchor } = store.get();
    return current && blockOf(shown, anchor ?? current, current);
  };
  const say: Workbench['say'] = (said) => {
    const open = said.filter(({ requirementId }) => !gone.has(requirementId));
    if (open.length === 0) return;
    store.set({ rows: withChanges(store.get().rows, open) });
    sender.wake();
  };
  const table = (): HTMLTableElement | null => document.querySelector(`#${GRID}`);
  return {
    audit,
    store,
    isFocused: () => table()?.contains(document.activeElement) ?? false,
    focus: () => {
      const { shown, current } = store.get();
      if (!current) return;
      const [down, across] = placeOf(shown, current);
      // The name of the row stands before its cells.
      table()?.tBodies[0]?.rows[down]?.cells[across + 1]?.focus();
    },
    take: (grid) => {
      gone = new Set(grid.requirements.flatMap(({ requirementId, isGone }) => (isGone ? [requirementId] : [])));
      store.set({ rows: rowsOf(grid, store.get().rows) });
    },
    show: (shown) => {
      const { current } = store.get();
      const [down, across] = current ? placeOf(shown, current) : [0, 0];
      const isThere = current && shown.requirementIds.includes(current.requirementId);
      store.set({ shown, current: cellAt(shown, isThere ? down : 0, across), anchor: undefined });
    },
    goTo: (place, isChoosing = false) => {
      const { current, anchor } = store.get();
      store.set({ current: place, anchor: isChoosing ? (anchor ?? current) : undefined });
    },
    chosen,
    say,
    decide: (outcome) => {
      const block = chosen();
      if (!block) return 0;
      const { shown, rows } = store.get();
      const places = cellsOf(shown, block);
      // What says so already is not said again.
      say(
        places
          .filter(({ requirementId, entry }) => ownOutcome(rows.get(requirementId), entry) !== outcome)
          .map((place) => ({ ...place, outcome })),
      );
      return places.length;
    },
    settle: (mine) => {
      const { conflicts } = store.get();
      store.set({ conflicts: new Map() });
      say(
        [...conflicts].flatMap(
          ([
            key,
            {
              mine: { requirementId, entry, outcome, note },
            },
          ]) =>
            mine.has(key)
              ? [{ requirementId, entry, ...(outcome && { outcome }), ...(note !== undefined && { note }) }]
              : [],
        ),
      );
    },
    flush: sender.flush,
    setWriting: (isWriting) => {
      if (store.get().isWriting !== isWriting) store.set({ isWriting });
    },
    start: sender.start,
  };
}

/** An entry of the sample as an address names it. */
export const entryOf = (text = 'all'): EntryKey => (/^\d{1,9}$/.test(text) ? Number(text) : 'all');

/** What the service has answered is what is shown of the cell, and what was said before is read anew. */
function keepOutcome(audit: AuditPath, outcome: Outcome): void {
  const { requirementId, entry } = outcome;
  queryClient.setQueryData(outcomeQuery(audit, requirementId, entry).queryKey, outcome);
}

/** How many cells wait to be sent. */
export const unsentOf = (rows: Rows): number => [...rows.values()].reduce((sum, { changed }) => sum + changed.size, 0);

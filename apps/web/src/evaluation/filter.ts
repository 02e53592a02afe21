import type { Assignment } from '@curbcut/client';
import { type EntryKey, type Grid, outcomeOn, type Rows } from './cells';
import type { Shown } from './walk';

/**
 * Which cells are looked for: all, those that nobody has tested, of these the ones that are mine, or those that fail.
 */
export const SHOW = ['all', 'mine', 'untested', 'failed'] as const;

/** @see SHOW */
export type Show = (typeof SHOW)[number];

/** Whether a cell is assigned to a member. */
export const isMine = (
  assignments: readonly Assignment[],
  memberId: string,
  requirementId: string,
  entry: EntryKey,
): boolean =>
  assignments.some(
    (one) =>
      one.memberId === memberId &&
      one.requirementIds.includes(requirementId) &&
      (one.entries === null || (entry !== 'all' && one.entries.includes(entry))),
  );

/** The requirements and entries that have a cell which is looked for. */
export function shownOf(
  { requirements, sample }: Grid,
  rows: Rows,
  show: Show,
  isAssigned: (requirementId: string, entry: EntryKey) => boolean,
): Shown {
  const entries: EntryKey[] = ['all', ...sample.map(({ number }) => number)];
  if (show === 'all') return { requirementIds: requirements.map(({ requirementId }) => requirementId), entries };
  // Where there are entries, what holds for all of them is seen there.
  const looked = sample.length > 0 ? entries.slice(1) : entries;
  const isLookedFor = (requirementId: string, entry: EntryKey): boolean => {
    const outcome = outcomeOn(rows.get(requirementId), entry);
    if (show === 'failed') return outcome === 'failed';
    return outcome === 'untested' && (show === 'untested' || isAssigned(requirementId, entry));
  };
  const ids = requirements.filter(({ isGone }) => !isGone).map(({ requirementId }) => requirementId);
  const found = looked.filter((entry) => ids.some((id) => isLookedFor(id, entry)));
  return {
    requirementIds: ids.filter((id) => found.some((entry) => isLookedFor(id, entry))),
    entries: sample.length > 0 ? ['all' as const, ...found] : entries,
  };
}

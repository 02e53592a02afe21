import type { RunStreak } from '../triage/stored-findings.js';
import type { BeforeRun } from './read-before-run.sql.js';
import { type Difference, differenceFrom, type Members, membersOf } from './reported-set.js';

/** A run as streaks know it: what it reported, and when. */
interface ComparedRun {
  setId: string;
  members: Members;
  completedAt: number;
  arrivedAt: number;
}

/** The streak of a run, as it is after it. */
interface ContinuedStreak {
  streak: RunStreak;
  /** It begins with the run. */
  isNew: boolean;
  /** From the set that the run is compared with; null: the streak has the set of the run. */
  difference: Difference | null;
}

/** The streak that a run goes on with, or begins. */
export async function runStreakOf(
  before: Pick<BeforeRun, 'streak' | 'baseId' | 'sets' | 'line' | 'nextLine' | 'nextStreak'>,
  { members, ...run }: ComparedRun,
): Promise<ContinuedStreak> {
  const { streak: known, baseId } = before;
  const isEqual = known?.setId === run.setId;
  const sets = new Map(before.sets.map((set) => [set.id, set]));
  const base =
    isEqual || baseId === null || !sets.has(baseId)
      ? null
      : { id: baseId, depth: sets.get(baseId)!.depth, members: await membersOf(baseId, sets) };
  const difference = isEqual ? null : await differenceFrom(base, members);
  // An older run that brings findings would count as if it had seen them at the later time.
  const goesOn =
    known !== null &&
    (difference === null ||
      (difference.isSimilar && (difference.joined.length === 0 || run.completedAt >= known.completedAt)));
  if (goesOn)
    return {
      streak: { ...known, ...run, completedAt: Math.max(run.completedAt, known.completedAt) },
      isNew: false,
      difference,
    };
  return {
    streak: { number: before.nextStreak, line: before.line?.number ?? before.nextLine, ...run },
    isNew: true,
    difference,
  };
}

import type { Track } from './known-findings.js';
import type { Found } from './read-report.js';
import { type Difference, differenceFrom, type Members, membersOf } from './reported-set.js';

/** A run as tracks know it: what it reported, and when. */
interface TrackedRun {
  setId: string;
  members: Members;
  moment: number;
  arrivedAt: number;
}

/** The track of a run, as it is after it. */
interface TrackOfRun {
  track: Track;
  /** It begins with the run. */
  isNew: boolean;
  /** From the set that the run is compared with; null: the track has the set of the run. */
  difference: Difference | null;
}

/** Whether a run goes on with the track that was found, or begins one. */
export function trackOfRun(
  found: Pick<Found, 'track' | 'baseId' | 'sets' | 'line' | 'nextLine' | 'nextTrack'>,
  { members, ...run }: TrackedRun,
): TrackOfRun {
  const { track: known, baseId } = found;
  const isEqual = known?.setId === run.setId;
  const sets = new Map(found.sets.map((set) => [set.id, set]));
  const base =
    isEqual || baseId === null || !sets.has(baseId)
      ? null
      : { id: baseId, depth: sets.get(baseId)!.depth, members: membersOf(baseId, sets) };
  const difference = isEqual ? null : differenceFrom(base, members);
  // A run that brings findings to a track at an older moment would be told as if it had seen them at the later one.
  const goesOn =
    known !== null &&
    (difference === null || (difference.isSimilar && (difference.joined.length === 0 || run.moment >= known.moment)));
  if (goesOn)
    return { track: { ...known, ...run, moment: Math.max(run.moment, known.moment) }, isNew: false, difference };
  return {
    track: { number: found.nextTrack, line: found.line?.number ?? found.nextLine, ...run },
    isNew: true,
    difference,
  };
}

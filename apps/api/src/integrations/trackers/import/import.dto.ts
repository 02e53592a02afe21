import { Choice, Described, Flag, HttpUrl, Integer, NestedList, Text } from '#libs/fields';
import { TRACKER_PROBLEMS, type TrackerProblem } from '../../../records/issues/tracker-link.js';

/** Which issues of a tracker are brought here. */
export class ImportFromTracker {
  @Text({ max: 100, filled: true, description: 'The open issues there with this label are brought here.' })
  label: string;
  @Flag({ optional: true, description: 'Only say what would be brought.' })
  dryRun?: boolean;
}

const OF_DRY_RUN = 'Null unless `dryRun`.';

@Described('An issue of a tracker that would be brought.')
export class IssueToBring {
  @Text({ description: 'What people call it there.' })
  key: string;
  @Text({ description: 'What it would be called here.' })
  title: string;
  @HttpUrl({ description: 'Where it stands there.' })
  url: string;
}

/** What is brought here from a tracker. */
export class TrackerImport {
  @Flag({ description: 'Nothing is brought; otherwise a job does it, and an event of the connection says how many.' })
  dryRun: boolean;
  @Choice(TRACKER_PROBLEMS, { nullable: true, description: `Why the tracker could not be asked. ${OF_DRY_RUN}` })
  problem: TrackerProblem | null;
  @Integer({ nullable: true, description: `How many there are, of the first 1,000. ${OF_DRY_RUN}` })
  found: number | null;
  @Integer({ nullable: true, description: `How many of them stand for an issue here already. ${OF_DRY_RUN}` })
  linked: number | null;
  @Flag({ description: 'There are more than 1,000, of which the others are not looked at.' })
  more: boolean;
  @NestedList(() => IssueToBring, { description: 'The first 20 that would be brought.' })
  issues: IssueToBring[];
}

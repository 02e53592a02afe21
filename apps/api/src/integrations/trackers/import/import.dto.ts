import { Choice, Described, Flag, HttpUrl, Integer, NestedList, Text } from '#libs/fields';
import { TRACKER_PROBLEMS, type TrackerProblem } from '../../../records/issues/tracker-link.js';

/** Which issues of a tracker are brought here. */
export class ImportFromTracker {
  @Text({ max: 100, filled: true, description: 'The label of the open tracker issues to import.' })
  label: string;
  @Flag({ optional: true, description: 'Preview only.' })
  dryRun?: boolean;
}

const OF_DRY_RUN = 'Null without `dryRun`.';

@Described('A tracker issue to be imported.')
export class IssueToBring {
  @Text({ description: 'The identifier in the tracker.' })
  key: string;
  @Text({ description: 'The title in Curbcut.' })
  title: string;
  @HttpUrl({ description: 'The URL in the tracker.' })
  url: string;
}

/** What is brought here from a tracker. */
export class TrackerImport {
  @Flag({
    description:
      'Whether this was a preview; otherwise a background job imports the issues, and an event of the connection reports their number.',
  })
  dryRun: boolean;
  @Choice(TRACKER_PROBLEMS, { nullable: true, description: `The error of the request to the tracker. ${OF_DRY_RUN}` })
  problem: TrackerProblem | null;
  @Integer({ nullable: true, description: `The number of issues, among the first 1,000. ${OF_DRY_RUN}` })
  found: number | null;
  @Integer({ nullable: true, description: `The number of already linked issues. ${OF_DRY_RUN}` })
  linked: number | null;
  @Flag({ description: 'Whether there are more than 1,000, of which only the first are considered.' })
  more: boolean;
  @NestedList(() => IssueToBring, { description: 'The first 20 issues to be imported.' })
  issues: IssueToBring[];
}

import { Choice, Described, Flag, HttpUrl, Id, Text, Timestamp } from '#libs/fields';
import { LINK_STATES, type LinkState, TRACKER_PROBLEMS, type TrackerProblem } from '../tracker-link.js';

/** Where an issue stands in a tracker. */
@Described('The link of an issue to a tracker.')
export class IssueTrackerDto {
  @Id({ description: 'The tracker connection.' })
  connectionId: string;
  @Text({
    nullable: true,
    description: 'The identifier in the tracker, such as `owner/repository#12`; null if not yet created.',
  })
  key: string | null;
  @HttpUrl({ nullable: true, description: 'The URL in the tracker; null if not yet created.' })
  url: string | null;
  @Choice(LINK_STATES)
  state: LinkState;
  @Flag({ description: 'It was closed in the tracker and has to be reviewed before it is closed here.' })
  toRetest: boolean;
  @Timestamp({ nullable: true, description: 'The time of the last synchronization.' })
  syncedAt: Date | null;
  @Choice(TRACKER_PROBLEMS, { nullable: true, description: 'The last error.' })
  problem: TrackerProblem | null;
}

/** Where an issue shall stand. */
export class LinkIssue {
  @Id({ description: 'A tracker connection of the product.' })
  connectionId: string;
  @HttpUrl({
    optional: true,
    description: 'The existing tracker issue to link; if absent, a new one is created. Both are then synchronized.',
  })
  url?: string;
}

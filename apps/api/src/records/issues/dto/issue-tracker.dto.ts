import { Choice, Described, Flag, HttpUrl, Id, Text, Timestamp } from '#libs/fields';
import { LINK_STATES, type LinkState, TRACKER_PROBLEMS, type TrackerProblem } from '../tracker-link.js';

/** Where an issue stands in a tracker. */
@Described('Where an issue stands, or shall stand, in a tracker.')
export class IssueTrackerDto {
  @Id({ description: 'The connection with the tracker.' })
  connectionId: string;
  @Text({
    nullable: true,
    description: 'What people call it there, such as `owner/repository#12`; null: not yet there.',
  })
  key: string | null;
  @HttpUrl({ nullable: true, description: 'Where it stands there; null: not yet there.' })
  url: string | null;
  @Choice(LINK_STATES)
  state: LinkState;
  @Flag({ description: 'It was closed there, and is to be looked at again before it is closed here.' })
  toRetest: boolean;
  @Timestamp({ nullable: true, description: 'When both were compared last.' })
  syncedAt: Date | null;
  @Choice(TRACKER_PROBLEMS, { nullable: true, description: 'Why it failed last.' })
  problem: TrackerProblem | null;
}

/** Where an issue shall stand. */
export class LinkIssue {
  @Id({ description: 'A connection of the product.' })
  connectionId: string;
  @HttpUrl({
    optional: true,
    description: 'The issue there that it stands for; absent: a new one is made. Both then follow each other.',
  })
  url?: string;
}

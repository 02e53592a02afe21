import { Choice, Flag, NestedList } from '#libs/fields';
import { TRACKER_PROBLEMS, type TrackerProblem } from '../../../records/issues/tracker-link.js';
import { TrackerPerson } from '../dto/parts-of-connections.dto.js';

/** Who could be who in a tracker. */
export class TrackerPeopleProposal {
  @Choice(TRACKER_PROBLEMS, { nullable: true, description: 'The error of the request to the tracker.' })
  problem: TrackerProblem | null;
  @NestedList(() => TrackerPerson, {
    description: 'Members and accounts with the same email address, without those already in `people`.',
  })
  people: TrackerPerson[];
  @Flag({ description: 'Whether only some of the accounts were examined.' })
  more: boolean;
}
